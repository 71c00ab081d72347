import { desc, eq, sql } from 'drizzle-orm';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { accounts } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { redeliveries, type RedeliveryRow } from './redeliveries.tables.ts';

const LISTED = 20;

/** Scalar subquery: how many redeliveries have made no progress for ten minutes. */
export const STALLED_COUNT = sql`(
  select count(*)::int from redeliveries
  where finished_at is null and progressed_at < now() - interval '10 minutes')`;

export async function countStalled(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${STALLED_COUNT} as count`);
  return rows[0]?.count ?? 0;
}

/** @returns false when there is one with this id */
export async function insertRedelivery(db: Db, row: typeof redeliveries.$inferInsert): Promise<boolean> {
  const { rowCount } = await db.insert(redeliveries).values(row).onConflictDoNothing();
  return rowCount === 1;
}

const countOf = (states: string) => sql<number>`(
  select count(*)::int from deliveries
  where redelivery_id = ${redeliveries.id} and state in (${sql.raw(states)}))`;

function selectListed(db: Db) {
  return db
    .select({
      redelivery: redeliveries,
      staffName: accounts.userName,
      serverName: gameServers.name,
      waiting: countOf(`'pending', 'leased', 'awaiting_character'`),
      failed: countOf(`'dead', 'unknown'`),
    })
    .from(redeliveries)
    .innerJoin(accounts, eq(accounts.id, redeliveries.staffId))
    .leftJoin(gameServers, eq(gameServers.id, redeliveries.serverId))
    .$dynamic();
}

export type ListedRedelivery = {
  redelivery: RedeliveryRow;
  staffName: string;
  serverName: string | null;
  waiting: number;
  failed: number;
};

/** The newest ones first. */
export async function selectRedeliveries(db: Db): Promise<ListedRedelivery[]> {
  return selectListed(db).orderBy(desc(redeliveries.createdAt), redeliveries.id).limit(LISTED);
}

export async function selectRedelivery(db: Db, id: string): Promise<ListedRedelivery | undefined> {
  const [row] = await selectListed(db).where(eq(redeliveries.id, id));
  return row;
}
