import type { AccountRole } from '@waygate/contract/roles/roles.schemas';
import { type SQL, sql } from 'drizzle-orm';

/** The role of an account's row, in a query of accounts. */
export function roleOfAccount(): SQL<AccountRole> {
  return sql<AccountRole>`(
    select jsonb_build_object('roleId', roles.id, 'name', roles.name) from roles where roles.id = accounts.role_id)`;
}
