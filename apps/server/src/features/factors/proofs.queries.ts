import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { PERIOD_SECONDS } from './codes.rules.ts';
import type { ReadTotp } from './proofs.service.ts';

/** SQL: the time by the database's clock. */
export const databaseSeconds: SQL<number> = sql<number>`extract(epoch from now())::float8`;

const totpStep = sql`${sql.placeholder('totpStep')}::bigint`;
const currentStep = sql`floor(${databaseSeconds} / ${sql.raw(String(PERIOD_SECONDS))})`;

/** SQL: the account's authenticator app, or null. */
export function totpOf(accountId: SQL): SQL<ReadTotp | null> {
  return sql<ReadTotp | null>`(
    select json_build_object('accountId', account_id, 'keyId', key_id, 'sealed', encode(sealed, 'base64'), 'now', ${databaseSeconds})
    from totp_factors where account_id = ${accountId})`;
}

/**
 * Steps of a statement that use a code, which is in the placeholders `totpStep` and `recoveryHash`; null is none. Each code
 * serves once, at its time by the database's clock: of two callers at once, the second finds it used. `used_proof` has a row with the `method` if it worked.
 *
 * @param account a query for the `id` of the account, whose row the statement locks
 * @param isSameApp a condition on `totp_factors`, for a code that was checked with a secret that was read earlier
 */
export function useProof(db: Db, account: SQL, isSameApp: SQL = sql`true`): WithSubquery[] {
  const step = (name: string, query: SQL) =>
    db.$with(name, { accountId: sql<number>`account_id`.as('account_id') }).as(query);
  return [
    step(
      'used_step',
      sql`
        update totp_factors set last_step = ${totpStep}
        where account_id = (select id from (${account}) as account)
          and last_step < ${totpStep} and ${totpStep} between ${currentStep} - 1 and ${currentStep} + 1 and ${isSameApp}
        returning account_id`,
    ),
    step(
      'used_code',
      sql`
        update recovery_codes set used_at = now()
        where account_id = (select id from (${account}) as account)
          and code_hash = ${sql.placeholder('recoveryHash')}::bytea and used_at is null
        returning account_id`,
    ),
    step(
      'used_proof',
      sql`
        select account_id, 'totp' as method from used_step
        union all select account_id, 'recovery_code' from used_code`,
    ),
  ];
}
