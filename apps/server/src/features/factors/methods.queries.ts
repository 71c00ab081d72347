import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { FactorMethod } from '@waygate/contract/factors/factors.schemas';
import { accounts, isStaffAccount } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';

/** SQL: whether the account has a second factor. Recovery codes alone are none. */
export function hasFactor(accountId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(${hasTotp(accountId)} or ${hasPasskey(accountId)})`;
}

function hasTotp(accountId: SQLWrapper): SQL {
  return sql`exists (select from totp_factors where totp_factors.account_id = ${accountId})`;
}

function hasPasskey(accountId: SQLWrapper): SQL {
  return sql`exists (select from passkeys where passkeys.account_id = ${accountId})`;
}

export async function accountHasFactor(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db
    .select({ hasFactor: hasFactor(accounts.id) })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.hasFactor === true;
}

/** SQL: the methods by which the account can prove its second step; an empty array without a factor. */
export function factorMethods(accountId: SQLWrapper): SQL<FactorMethod[]> {
  const hasCodes = sql`exists (
    select from recovery_codes where recovery_codes.account_id = ${accountId} and used_at is null)`;
  // `offset 0` keeps each table from being read twice.
  return sql<FactorMethod[]>`(
    select array_remove(array[
      case when has_totp then 'totp' end,
      case when has_passkey then 'passkey' end,
      case when (has_totp or has_passkey) and ${hasCodes} then 'recovery_code' end], null)
    from (select ${hasTotp(accountId)} as has_totp, ${hasPasskey(accountId)} as has_passkey offset 0) as factors)`;
}

/** SQL on `accounts`: the owners require a second factor from this account. */
export const isFactorRequired = sql<boolean>`(
  ${isStaffAccount} and (select is_staff_factor_required from security_policy))`;

/** SQL on `accounts`: the owners require a second factor from this account, and it has none. */
export const isFactorMissing = sql<boolean>`(${isFactorRequired} and not ${hasFactor(accounts.id)})`;
