import { and, desc, eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import type { AccountRow } from './accounts.queries.ts';
import { accounts, bans } from './accounts.tables.ts';

export type BanRow = typeof bans.$inferSelect;

/** A ban that is in force; `endsAt` in ISO 8601, null for good. */
export type ActiveBan = { description: string; endsAt: string | null };

/** True for a row of bans that is in force. */
export const isInForce = sql`(bans.is_active and bans.starts_at <= now()
  and (bans.ends_at is null or bans.ends_at > now()))`;

/** True where the account of the outer query is under a ban now. */
export function isBanned(accountId: SQLWrapper): SQL<boolean> {
  return sql`exists (select 1 from bans where bans.account_id = ${accountId} and ${isInForce})`;
}

/** Of the bans in force that the condition names, the one that ends last, as `ActiveBan` or null. */
export function latestBan(condition: SQL): SQL<ActiveBan | null> {
  return sql`(
    select json_build_object('description', bans.description, 'endsAt', bans.ends_at)
    from bans where ${condition} and ${isInForce}
    order by bans.ends_at desc nulls first limit 1)`;
}

/** A start that is still to come is now. `isOver`: it would have ended already. */
export async function insertBan(
  db: Db,
  {
    startTime,
    endTime,
    ...ban
  }: Pick<BanRow, 'accountId' | 'ip' | 'network' | 'description'> & {
    startTime: Date | undefined;
    endTime: Date;
  },
): Promise<BanRow & { isOver: boolean }> {
  const startsAt = sql`least(${startTime?.toISOString() ?? null}::timestamptz, now())`;
  const [row] = await db
    .insert(bans)
    .values({ ...ban, startsAt, endsAt: endTime })
    .returning({ ...getTableColumns(bans), isOver: sql<boolean>`${bans.endsAt} <= now()` });
  if (!row) throw new Error('The ban was not written.');
  return row;
}

/** Everybody who has any rank, with the addresses they were last at: a few among all accounts, by an index. */
export async function selectRankedAddresses(
  db: Db,
): Promise<Pick<AccountRow, 'permission' | 'webMgt' | 'lastIp' | 'lastLoginIp'>[]> {
  const { permission, webMgt, lastIp, lastLoginIp } = accounts;
  return db
    .select({ permission, webMgt, lastIp, lastLoginIp })
    .from(accounts)
    .where(sql`(${webMgt} > 1 or ${permission} > 0)`);
}

/** Lifts what is not over yet. */
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

const banOfNetwork = prepared((db) =>
  db
    .select({ ban: latestBan(sql`bans.network = ${sql.placeholder('network')}`) })
    .from(sql`(select 1) as asked`)
    .prepare('ban_of_network'),
);

/** The ban that keeps everybody of a network out, owners aside. */
export async function selectBanOfNetwork(db: Db, network: string): Promise<ActiveBan | null> {
  const [row] = await banOfNetwork(db).execute({ network });
  return row?.ban ?? null;
}
