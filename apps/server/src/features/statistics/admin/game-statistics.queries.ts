import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { countsByDay } from './day-counts.ts';
import { lastDay, type Period } from './period.ts';

export type GameDay = { day: string; registrations: number; signIns: number; activePlayers: number };

/** First and last day, and the first day that has not been counted. */
const span = (period: Period) => sql`
  span as (
    select first, ${lastDay(period)} as last, greatest(first, (select max(day) + 1 from statistics_days)) as open
    from (select ${period.from}::date as first) asked
  )`;

/** Finished days as they were counted; days not counted yet, such as today, as they are now. */
export async function selectGameDays(db: Db, period: Period): Promise<GameDay[]> {
  const { rows } = await db.execute<GameDay>(sql`
    with ${span(period)}, ${countsByDay({ first: sql`open`, span: sql`span` })}
    select
      to_char(day, 'YYYY-MM-DD') as day,
      coalesce(s.registrations, r.registrations, 0)::int as registrations,
      coalesce(s.sign_ins, a.sign_ins, 0)::int as "signIns",
      coalesce(s.active_players, a.players, 0)::int as "activePlayers"
    from (
      select day::date from span, generate_series(first::timestamp, last, interval '1 day') as day
    ) days
    left join statistics_days s using (day)
    left join registered r using (day)
    left join active a using (day)
    order by day`);
  return rows;
}

/**
 * The exact number of distinct accounts active in the period. Each account is counted on the first of its active days
 * in the period, which `previous_day` and `days_away` identify.
 */
export async function countDifferentPlayers(db: Db, period: Period): Promise<number> {
  const { rows } = await db.execute<{ players: number }>(sql`
    with ${span(period)}
    select (
      coalesce((
        select sum(players) from statistics_returns, span
        where day between first and last and day - days_away < first), 0)
      + (
        select count(*) from activity_days
        where day between (select open from span) and (select last from span)
          and (previous_day is null or previous_day < (select first from span)))
    )::int as players`);
  return rows[0]?.players ?? 0;
}

export async function countAccounts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from account_search`,
  );
  return rows[0]?.count ?? 0;
}
