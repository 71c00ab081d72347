import type { Rank } from '@waygate/contract/ranks';
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { accounts, bans, type LastAddresses, type BanRow, isInForce } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';

/** A start in the future becomes now. Without an end it is for good. `isOver`: the end is not in the future. */
export async function insertBan(
  db: Db,
  {
    startTime,
    endTime,
    ...ban
  }: Pick<BanRow, 'accountId' | 'ip' | 'network' | 'description'> & {
    startTime: Date | undefined;
    endTime: Date | null;
  },
): Promise<BanRow & { isOver: boolean }> {
  const startsAt = sql`least(${startTime?.toISOString() ?? null}::timestamptz, now())`;
  const [row] = await db
    .insert(bans)
    .values({ ...ban, startsAt, endsAt: endTime })
    .returning({ ...getTableColumns(bans), isOver: sql<boolean>`coalesce(${bans.endsAt} <= now(), false)` });
  if (!row) throw new Error('The ban was not written.');
  return row;
}

// Not joined: of a small portal the planner would read all rows of activity.
const ofActivity = (column: SQL) =>
  sql<string | null>`(select ${column} from account_activity where account_id = accounts.id)`;

/** The accounts with any rank, and their last addresses. They are few, and found by an index. */
export async function selectRankedAddresses(db: Db): Promise<(Rank & LastAddresses)[]> {
  const { permission, webMgt, sections } = accounts;
  return db
    .select({
      permission,
      webMgt,
      sections,
      lastIp: ofActivity(sql`last_ip`),
      lastLoginIp: ofActivity(sql`last_login_ip`),
    })
    .from(accounts)
    .where(sql`(${webMgt} > 1 or ${permission} > 0 or ${sections} <> '{}')`);
}

/**
 * Whether a ban of the account lasts until then (null: for good), or longer. Whatever its start, which is never to come: a transaction that
 * waited for the account's lock began before the ban that it waited for.
 */
export async function selectIsBannedUntil(db: Db, accountId: number, endTime: Date | null): Promise<boolean> {
  // Nothing is longer than a ban for good.
  const isLonger = sql`(${bans.endsAt} is null or ${bans.endsAt} >= ${endTime?.toISOString() ?? null}::timestamptz)`;
  const [row] = await db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.accountId, accountId), eq(bans.isActive, true), isLonger))
    .limit(1);
  return row !== undefined;
}

/** Lifts the bans that have not ended. */
export async function updateBansLifted(db: Db, accountId: number): Promise<BanRow[]> {
  return db
    .update(bans)
    .set({ isActive: false })
    .where(
      and(
        eq(bans.accountId, accountId),
        eq(bans.isActive, true),
        sql`(${bans.endsAt} is null or ${bans.endsAt} > now())`,
      ),
    )
    .returning();
}

export type BanRecord = BanRow & { isInForce: boolean };

export async function selectNewestBans(db: Db, accountId: number, limit: number): Promise<BanRecord[]> {
  return db
    .select({ ...getTableColumns(bans), isInForce: sql<boolean>`${isInForce}` })
    .from(bans)
    .where(eq(bans.accountId, accountId))
    .orderBy(desc(bans.id))
    .limit(limit);
}
