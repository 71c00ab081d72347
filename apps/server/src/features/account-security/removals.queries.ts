import { eq, sql } from 'drizzle-orm';
import { factorRemovals } from '#features/factors/factors.ts';
import type { Db, Transaction } from '#platform/db/database.ts';

/** The account has time to object. */
const DELAY_HOURS = 48;

/** Staff who move an account to their own address would be the ones to read the mail about the removal. */
const DAYS_AFTER_MOVE = 7;

export type RemovalRow = typeof factorRemovals.$inferSelect;

/** @returns the planned removal; undefined when there is one already */
export async function insertRemoval(
  tx: Transaction,
  removal: { accountId: number; staffId: number; reason: string },
): Promise<RemovalRow | undefined> {
  const [row] = await tx
    .insert(factorRemovals)
    .values({ ...removal, dueAt: sql`now() + make_interval(hours => ${DELAY_HOURS})` })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Whether staff have changed the account's address in the last days. */
export async function wasMovedByStaff(tx: Transaction, accountId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from audit_entries
    where account_id = ${accountId} and kind = 'user.update' and after ? 'email'
      and at > now() - make_interval(days => ${DAYS_AFTER_MOVE})
    limit 1`);
  return rows.length > 0;
}

export async function selectRemoval(db: Db, accountId: number): Promise<RemovalRow | undefined> {
  const [row] = await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, accountId));
  return row;
}

/** The account of a removal that is due, which nobody has locked. */
export async function selectDueRemoval(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ accountId: factorRemovals.accountId })
    .from(factorRemovals)
    .where(sql`${factorRemovals.dueAt} <= now()`)
    .orderBy(factorRemovals.dueAt)
    .limit(1);
  return row?.accountId;
}

/** Of an account that the transaction has locked. @returns undefined when the removal was stopped in the meantime */
export async function deleteDueRemoval(tx: Transaction, accountId: number): Promise<RemovalRow | undefined> {
  const [row] = await tx
    .delete(factorRemovals)
    .where(sql`${factorRemovals.accountId} = ${accountId} and ${factorRemovals.dueAt} <= now()`)
    .returning();
  return row;
}
