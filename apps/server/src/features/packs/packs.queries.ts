import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { accountPacks } from './packs.tables.ts';

type PackRow = typeof accountPacks.$inferSelect;

export type Pack = PackRow['pack'];

type PackKey = Pick<PackRow, 'accountId' | 'pack'>;

export async function selectPack(tx: Transaction, { accountId, pack }: PackKey) {
  const [row] = await tx
    .select()
    .from(accountPacks)
    .where(and(eq(accountPacks.accountId, accountId), eq(accountPacks.pack, pack)));
  return row;
}

/** Inserts a pack, or replaces the end of the same pack. */
export async function upsertPack(tx: Transaction, row: Omit<PackRow, 'endedAt'>): Promise<void> {
  const { availableUntil, grantKey } = row;
  await tx
    .insert(accountPacks)
    .values(row)
    .onConflictDoUpdate({
      target: [accountPacks.accountId, accountPacks.pack],
      set: { availableUntil, grantKey, endedAt: null },
    });
}

/** Packs of the account that have not ended. */
export async function selectActivePacks(db: Db, accountId: number): Promise<Pack[]> {
  const isActive = sql`(${accountPacks.availableUntil} is null or ${accountPacks.availableUntil} > now())`;
  const rows = await db
    .select({ pack: accountPacks.pack })
    .from(accountPacks)
    .where(and(eq(accountPacks.accountId, accountId), isActive));
  return rows.map(({ pack }) => pack);
}

/** Accounts with expired packs that are not processed yet, oldest first. */
export async function selectAccountsWithEndedPacks(db: Db, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ accountId: number }>(sql`
    select account_id as "accountId" from account_packs
    where available_until <= now() and ended_at is null order by available_until limit ${limit}`);
  return [...new Set(rows.map(({ accountId }) => accountId))];
}

/** Marks the expired packs of these accounts as ended. @returns those that were not marked before */
export async function updatePacksEnded(tx: Transaction, accountIds: number[]): Promise<PackKey[]> {
  const haveEnded = and(
    inArray(accountPacks.accountId, accountIds),
    sql`${accountPacks.availableUntil} <= now()`,
    isNull(accountPacks.endedAt),
  );
  return tx
    .update(accountPacks)
    .set({ endedAt: sql`now()` })
    .where(haveEnded)
    .returning({ accountId: accountPacks.accountId, pack: accountPacks.pack });
}

/** Notes under which keys packs are in the game from now on. The caller holds the locks of their accounts. */
export async function updatePackGrantKeys(
  tx: Transaction,
  replaced: { from: string; to: string }[],
): Promise<void> {
  await tx.execute(sql`
    update account_packs set grant_key = new_key
    from unnest(${sql.param(replaced.map(({ from }) => from))}::text[],
                ${sql.param(replaced.map(({ to }) => to))}::text[]) as replaced (old_key, new_key)
    where grant_key = old_key`);
}
