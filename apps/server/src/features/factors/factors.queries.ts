import { eq, type SQL, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { createRecoveryCodes, hashRecoveryCode } from './codes.rules.ts';
import { factorRemovals, recoveryCodes } from './factors.tables.ts';
import { hasFactor } from './methods.queries.ts';

/** A secret that no code confirms is forgotten after this many minutes. */
export const SETUP_MINUTES = 60;

/**
 * Gives an account, whose row the transaction has locked, ten new recovery codes. The old ones stop working.
 *
 * @returns the codes, which are stored as hashes alone
 */
export async function replaceRecoveryCodes(tx: Transaction, accountId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: hashRecoveryCode(code) })));
  return codes;
}

/**
 * Counts a new factor on the account's row, in the transaction that adds it and has locked the row. A sign-in by password
 * alone that began before waits for this, finds another number and opens no session. The first factor ends an e-mail change
 * that waits: its request needed no factor.
 */
export async function countAddedFactor(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(accounts)
    .set({
      factorsAdded: sql`${accounts.factorsAdded} + 1`,
      factorsSince: sql`coalesce(${accounts.factorsSince}, now())`,
      pendingEmail: sql`case when ${accounts.factorsSince} is not null then ${accounts.pendingEmail} end`,
    })
    .where(eq(accounts.id, accountId));
}

/** Recovery codes, and a planned removal, go with the last factor. The transaction has locked the account. */
export async function deleteStrayRecoveryCodes(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    with codes as (
      delete from recovery_codes where account_id = ${accountId} and not ${hasFactor(sql`${accountId}::int`)}),
      since as (
        update accounts set factors_since = null
        where id = ${accountId} and not ${hasFactor(sql`${accountId}::int`)})
    ${deletedRemoval(sql`${accountId}`)} and not ${hasFactor(sql`${accountId}::int`)}`);
}

/**
 * Removes everything that asks an account for a second step. The transaction has locked the account.
 *
 * @returns whether it had a factor
 */
export async function deleteFactors(tx: Transaction, accountId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ had: boolean }>(sql`
    with had as (select ${hasFactor(sql`${accountId}::int`)} as had),
      totp as (delete from totp_factors where account_id = ${accountId}),
      keys as (delete from passkeys where account_id = ${accountId}),
      setups as (delete from totp_setups where account_id = ${accountId}),
      replaced as (delete from replaced_factors where account_id = ${accountId}),
      codes as (delete from recovery_codes where account_id = ${accountId}),
      removal as (${deletedRemoval(sql`${accountId}`)}),
      since as (update accounts set factors_since = null where id = ${accountId})
    select had from had`);
  return rows[0]?.had === true;
}

/** SQL: deletes an account's planned removal of factors. */
export function deletedRemoval(accountId: SQL): SQL {
  return sql`delete from factor_removals where account_id = ${accountId}`;
}

/**
 * Stops a planned removal of factors. The transaction has locked the account.
 *
 * @returns what was planned
 */
export async function deleteFactorRemoval(
  tx: Transaction,
  accountId: number,
): Promise<typeof factorRemovals.$inferSelect | undefined> {
  const [row] = await tx.delete(factorRemovals).where(eq(factorRemovals.accountId, accountId)).returning();
  return row;
}

export async function deleteOldSetups(db: Db): Promise<void> {
  await db.execute(sql`
    delete from totp_setups where created_at <= now() - make_interval(mins => ${SETUP_MINUTES})`);
}
