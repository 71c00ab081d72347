import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

// `game_server_samples` has a row for each server and minute since 1970 in which its bridge reported.

const KEPT_DAYS = 90;

/** A point of the curve. */
export const CURVE_STEP_MINUTES = 15;
const CURVE_MINUTES = 24 * 60;

export type PlayersPoint = { serverId: number; startedAt: Date; playersOnline: number | null };

/**
 * The most players online at once in each quarter of an hour of the last 24 hours, of all servers in their order, oldest first.
 * Null: nothing was reported in it.
 */
export async function selectPlayersOnline(db: Db): Promise<PlayersPoint[]> {
  // On the clock itself instead of a row of it, so that the planner sees how few of the samples these are.
  const lastStep = sql`floor(extract(epoch from now()) / 60 / ${CURVE_STEP_MINUTES})::int`;
  const firstStep = sql`${lastStep} + 1 - ${CURVE_MINUTES / CURVE_STEP_MINUTES}::int`;
  const { rows } = await db.execute<Omit<PlayersPoint, 'startedAt'> & { step: number }>(sql`
    with samples as (
      select server_id, minute / ${CURVE_STEP_MINUTES}::int as step, max(players_online) as most
      from game_servers join game_server_samples on server_id = game_servers.id
      where minute >= (${firstStep}) * ${CURVE_STEP_MINUTES}::int
      group by 1, 2
    )
    select game_servers.id as "serverId", steps.step, most as "playersOnline"
    from game_servers
    cross join generate_series(${firstStep}, ${lastStep}) as steps (step)
    left join samples on samples.server_id = game_servers.id and samples.step = steps.step
    order by position, game_servers.id, steps.step`);
  return rows.map(({ step, ...point }) => ({
    ...point,
    startedAt: new Date(step * CURVE_STEP_MINUTES * 60_000),
  }));
}

/** Keeps the last 90 days. */
export async function deleteOldSamples(db: Db): Promise<void> {
  // By server, because the key begins with it.
  await db.execute(sql`
    delete from game_server_samples using game_servers
    where server_id = game_servers.id
      and minute < floor(extract(epoch from now()) / 60)::int - ${KEPT_DAYS} * 24 * 60`);
}
