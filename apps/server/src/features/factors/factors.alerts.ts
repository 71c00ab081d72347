import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { unreadableFactors } from './factor-keys.queries.ts';

export const FACTOR_ALERTS: AlertCondition[] = [
  {
    name: 'factor_key_missing',
    title: 'Authenticator key missing',
    count: unreadableFactors,
    detail: sql`(select string_agg(key_id, ', ' order by key_id) from factor_keys where not is_readable)`,
    describe: (count, detail) =>
      `${count === 1 ? "1 account's authenticator app" : `The authenticator apps of ${count} accounts`} can't be checked, because a key is missing (${detail ?? 'unknown'}).`,
    advice:
      "Put the key back into FACTOR_KEY after the newest one, or the file 'factor-key' into DATA_DIR, and restart. Until then these accounts sign in with recovery codes.",
    page: 'health',
  },
];
