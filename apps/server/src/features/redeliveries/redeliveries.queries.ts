import type { RedeliveryState } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { and, desc, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { accounts } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';
import { redeliveries, type RedeliveryRow } from './redeliveries.tables.ts';

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

const WAITING = sql.raw(`'pending', 'leased', 'awaiting_character'`);
const FAILED = sql.raw(`'dead', 'unknown'`);

const deliveriesIn = (states: SQL) =>
  sql`from deliveries where redelivery_id = ${redeliveries.id} and state in (${states})`;

const countOf = (states: SQL) => sql<number>`(select count(*)::int ${deliveriesIn(states)})`;

function selectListed(db: Db) {
  return db
    .select({
      redelivery: redeliveries,
      staffName: accounts.userName,
      serverName: gameServers.name,
      waiting: countOf(WAITING),
      failed: countOf(FAILED),
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

export type RedeliveryFilter = {
  state?: RedeliveryState | undefined;
  staff?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** One page, the newest ones first. */
export function selectRedeliveries(
  db: Db,
  { state, staff, from, to, ...request }: RedeliveryFilter & PageRequest,
): Promise<Page<ListedRedelivery>> {
  const isFound = and(
    state && isInState(state),
    staff === undefined ? undefined : eq(redeliveries.staffId, staff),
    from && gte(redeliveries.createdAt, from),
    to && lt(redeliveries.createdAt, to),
  );
  return readPage(db, request, {
    select: ({ limit, offset }) =>
      selectListed(db)
        .where(isFound)
        .orderBy(desc(redeliveries.createdAt), redeliveries.id)
        .limit(limit)
        .offset(offset),
    countable: () => db.select({ id: redeliveries.id }).from(redeliveries).where(isFound),
    countTo: 'all',
  });
}

/** As `redeliveryStateOf` says it. */
function isInState(state: RedeliveryState): SQL | undefined {
  const { finishedAt } = redeliveries;
  const isWaiting = sql`exists (select ${deliveriesIn(WAITING)})`;
  const hasFailed = sql`exists (select ${deliveriesIn(FAILED)})`;
  switch (state) {
    case 'queueing':
      return isNull(finishedAt);
    case 'with_game':
      return and(isNotNull(finishedAt), isWaiting);
    case 'failed':
      return and(isNotNull(finishedAt), not(isWaiting), hasFailed);
    case 'done':
      return and(isNotNull(finishedAt), not(isWaiting), not(hasFailed));
  }
}

export async function selectRedelivery(db: Db, id: string): Promise<ListedRedelivery | undefined> {
  const [row] = await selectListed(db).where(eq(redeliveries.id, id));
  return row;
}
