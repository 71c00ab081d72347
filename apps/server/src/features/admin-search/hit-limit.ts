import { HITS_OF_A_KIND } from '@waygate/contract/admin-search/admin-search.schemas';
import { sql } from 'drizzle-orm';

/** `limit` with its number spelled out: of a parameter's value the plan for any text knows nothing. */
export const HIT_LIMIT = sql.raw(`limit ${HITS_OF_A_KIND}`);
