import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** Registers the gauges of the outbox. */
export function observeGameAccounts(metrics: Metrics, db: Db): void {
  const read = async () => {
    const { rows } = await db.execute<{ waiting: number; seconds: number }>(sql`
      select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
      from game_account_commands where settled_at is null and state in ('waiting', 'leased')`);
    return rows[0] ?? { waiting: 0, seconds: 0 };
  };
  metrics.gauge(
    'waygate_game_account_commands_waiting',
    'Commands about game accounts that the game has not answered.',
    async () => (await read()).waiting,
  );
  metrics.gauge(
    'waygate_game_account_commands_oldest_seconds',
    'Age of the oldest of them.',
    async () => (await read()).seconds,
  );
}
