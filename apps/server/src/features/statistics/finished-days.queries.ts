import { sql } from 'drizzle-orm';
import { MAX_DAYS } from '@waygate/contract/statistics/statistics.schemas';
import type { Db } from '#platform/db/database.ts';
import { countsByDay } from './admin/day-counts.ts';

/** Longer than any transaction may run: after that, nothing of the previous day can still be committed. */
const GRACE = sql`interval '10 minutes'`;

/** Days that daily activity is kept. Days are counted after one; the rest is a margin for corrections. */
export const ACTIVITY_KEPT_DAYS = 35;

/**
 * Counts all finished days that are not counted yet. Of two concurrent callers, the primary key decides who counts a day.
 * Lock order: day. Another order deadlocks.
 *
 * @returns how many days this call counted
 */
export async function insertFinishedDays(db: Db): Promise<number> {
  const { rows } = await db.execute<{ days: number }>(sql`
    with bounds as (
      select
        coalesce(
          (select max(day) + 1 from statistics_days),
          least(
            (select (min(registered_at) at time zone 'UTC')::date from account_search),
            (select min(day) from activity_days))) as first,
        ((now() - ${GRACE}) at time zone 'UTC')::date - 1 as last
    ), finished as (
      select day::date from bounds, generate_series(first::timestamp, last, interval '1 day') as day
    ), ${countsByDay({ first: sql`first`, span: sql`bounds` })}, counted as (
      insert into statistics_days (day, registrations, sign_ins, active_players)
      select day, coalesce(registrations, 0), coalesce(sign_ins, 0), coalesce(players, 0)
      from finished left join registered using (day) left join active using (day)
      order by day
      on conflict (day) do nothing
      returning day
    ), returned as (
      insert into statistics_returns (day, days_away, players)
      select day, least(day - previous_day, ${MAX_DAYS}), count(*)
      from activity_days join counted using (day)
      group by 1, 2
    )
    select count(*)::int as days from counted`);
  return rows[0]?.days ?? 0;
}

/** Deletes the activity of days that were counted long ago. The counts stay. */
export async function deleteOldActivity(db: Db): Promise<void> {
  await db.execute(sql`
    delete from activity_days where day < (select max(day) from statistics_days) - ${ACTIVITY_KEPT_DAYS}::int`);
}
