import { sql } from 'drizzle-orm';
import { OPEN_INCIDENTS } from '#features/alerts/alerts.ts';
import type { Db } from '#platform/db/database.ts';

/** A delivery that a game should have fetched by then. */
const LATE_MINUTES = 10;

async function selectOne<Row extends Record<string, unknown>>(
  db: Db,
  query: ReturnType<typeof sql>,
): Promise<Row> {
  const { rows } = await db.execute(query);
  // The callers' statements name the columns of their types.
  const [row] = rows as Row[];
  if (!row) throw new Error('The database returned no row.');
  return row;
}

export type ServerSettings = {
  version: number;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  maxConnections: number;
  reserved: number;
  used: number;
};

export function selectServerSettings(db: Db): Promise<ServerSettings> {
  return selectOne(
    db,
    sql`select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('max_connections')::int as "maxConnections",
      current_setting('superuser_reserved_connections')::int as reserved,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  );
}

/** Milliseconds since 1970 by the database's clock. */
export async function selectClock(db: Db): Promise<number> {
  const { at } = await selectOne<{ at: number }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  );
  return at;
}

export type BridgeState = {
  slug: string;
  guarantee: string | null;
  leasedMinutesAgo: number | null;
  waiting: number;
  /** Null: nothing waits. */
  oldestMinutes: number | null;
};

export async function selectBridgeStates(db: Db): Promise<BridgeState[]> {
  const { rows } = await db.execute<BridgeState>(sql`
    select slug, guarantee, floor(extract(epoch from now() - at) / 60)::int as "leasedMinutesAgo",
      waiting.count as waiting, waiting.oldest as "oldestMinutes"
    from game_servers
    left join game_server_status on server_id = game_servers.id
    left join last_signals on last_signals.name = 'game lease ' || game_servers.id
    cross join lateral (
      select count(*)::int as count, floor(extract(epoch from now() - min(available_at)) / 60)::int as oldest
      from deliveries
      where deliveries.server_id = game_servers.id and state in ('pending', 'leased') and available_at <= now()
    ) waiting
    order by position, game_servers.id`);
  return rows;
}

export type JobState = { name: string; failed: number; late: number };

/** Kinds of jobs that failed for good within a day, or that no worker has taken in time. */
export async function selectUnhealthyJobs(db: Db): Promise<JobState[]> {
  const { rows } = await db.execute<JobState>(sql`
    select * from (
      select name,
        (count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'))::int as failed,
        (count(*) filter (where state in ('created', 'retry')
          and start_after < now() - make_interval(mins => ${LATE_MINUTES})))::int as late
      from pgboss.job group by name
    ) kinds where failed > 0 or late > 0 order by name`);
  return rows;
}

export type LedgerState = { differences: number | null; checkedHoursAgo: number | null };

export function selectLedgerState(db: Db): Promise<LedgerState> {
  return selectOne(
    db,
    sql`select differences, floor(extract(epoch from now() - checked_at) / 3600)::int as "checkedHoursAgo"
      from ledger_check`,
  );
}

/** When the last event of Stripe was stored, webhooks and fetched ones alike; null: none yet. */
export async function selectLastEventHoursAgo(db: Db): Promise<number | null> {
  const { hoursAgo } = await selectOne<{ hoursAgo: number | null }>(
    db,
    sql`select floor(extract(epoch from now() - max(received_at)) / 3600)::int as "hoursAgo"
      from webhook_events where provider = 'stripe'`,
  );
  return hoursAgo;
}

export type OpenAlert = { alert: string; cases: number; detail: string | null; openMinutes: number };

export async function selectOpenAlerts(db: Db): Promise<OpenAlert[]> {
  const { rows } = await db.execute<OpenAlert>(sql`
    select alert, cases, detail, floor(extract(epoch from now() - opened_at) / 60)::int as "openMinutes"
    from (${OPEN_INCIDENTS}) as open order by opened_at`);
  return rows;
}
