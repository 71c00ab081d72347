import { ERASURE_DAYS } from '@waygate/contract/privacy/privacy.schemas';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { accountErasures } from './erasures.tables.ts';

export type ErasureRow = typeof accountErasures.$inferSelect;

/** A request that was not carried out yet. */
const isOpen = isNull(accountErasures.erasedAt);

const DUE = {
  immediate: sql`now()`,
  later: sql`now() + make_interval(days => ${sql.raw(String(ERASURE_DAYS))})`,
};

/** @returns the account's request that was not carried out yet, and who made it */
export async function selectErasure(
  db: Db,
  accountId: number,
): Promise<
  (Pick<ErasureRow, 'requestedAt' | 'dueAt' | 'staffId'> & { staffName: string | null }) | undefined
> {
  const [row] = await db
    .select({
      requestedAt: accountErasures.requestedAt,
      dueAt: accountErasures.dueAt,
      staffId: accountErasures.staffId,
      staffName: accounts.userName,
    })
    .from(accountErasures)
    .leftJoin(accounts, eq(accounts.id, accountErasures.staffId))
    .where(and(eq(accountErasures.accountId, accountId), isOpen));
  return row;
}

/** Requests it, unless it is requested already. @returns the new request */
export async function insertErasure(db: Db, accountId: number): Promise<ErasureRow | undefined> {
  const [row] = await db
    .insert(accountErasures)
    .values({ accountId, dueAt: DUE.later })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Requests it for somebody, or makes an open request due at once. */
export async function upsertErasure(
  db: Db,
  { accountId, staffId, isImmediate }: { accountId: number; staffId: number; isImmediate: boolean },
): Promise<ErasureRow | undefined> {
  const dueAt = isImmediate ? DUE.immediate : DUE.later;
  const [row] = await db
    .insert(accountErasures)
    .values({ accountId, staffId, dueAt })
    .onConflictDoUpdate({
      target: accountErasures.accountId,
      set: { staffId, dueAt: sql`least(${accountErasures.dueAt}, excluded.due_at)` },
      setWhere: isOpen,
    })
    .returning();
  return row;
}

/** @returns whether there was a request to undo; one that was begun is carried out */
export async function deleteErasure(db: Db, accountId: number): Promise<boolean> {
  const undone = await db
    .delete(accountErasures)
    .where(and(eq(accountErasures.accountId, accountId), isOpen, isNull(accountErasures.begunAt)))
    .returning({ accountId: accountErasures.accountId });
  return undone.length > 0;
}

const isDue = and(isOpen, sql`${accountErasures.dueAt} <= now()`);

/** Whether the account is to be erased now. The caller holds the account's lock. */
export async function isErasureDue(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db
    .select({ accountId: accountErasures.accountId })
    .from(accountErasures)
    .where(and(eq(accountErasures.accountId, accountId), isDue));
  return row !== undefined;
}

type Window = { after: number; limit: number };

/** Accounts that are to be erased now, by id. */
export async function selectDueErasures(db: Db, { after, limit }: Window): Promise<number[]> {
  const rows = await db
    .select({ accountId: accountErasures.accountId })
    .from(accountErasures)
    .where(and(isDue, gt(accountErasures.accountId, after)))
    .orderBy(asc(accountErasures.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** Erased accounts that need a second pass, by id: an hour later, no request that was in flight can be running. */
export async function selectUnfinishedErasures(db: Db, { after, limit }: Window): Promise<number[]> {
  const rows = await db
    .select({ accountId: accountErasures.accountId })
    .from(accountErasures)
    .where(
      and(
        isNotNull(accountErasures.erasedAt),
        isNull(accountErasures.finishedAt),
        sql`${accountErasures.erasedAt} < now() - interval '1 hour'`,
        gt(accountErasures.accountId, after),
      ),
    )
    .orderBy(asc(accountErasures.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** From now on it can't be undone. */
export async function updateBegun(db: Db, accountId: number): Promise<void> {
  await db
    .update(accountErasures)
    .set({ begunAt: sql`coalesce(${accountErasures.begunAt}, now())` })
    .where(eq(accountErasures.accountId, accountId));
}

export async function updateErased(db: Db, accountId: number): Promise<void> {
  await db
    .update(accountErasures)
    .set({ erasedAt: sql`now()` })
    .where(eq(accountErasures.accountId, accountId));
}

export async function updateFinished(db: Db, accountId: number): Promise<void> {
  await db
    .update(accountErasures)
    .set({ finishedAt: sql`now()` })
    .where(eq(accountErasures.accountId, accountId));
}
