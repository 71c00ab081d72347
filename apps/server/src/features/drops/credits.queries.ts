import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { Day } from './sampling.rules.ts';

/** Any constant does, as long as every process takes the same one. */
const CREDIT_LOCK = 7_229_283;

/** Who was seen, and in whose stream: `people[i]` in the stream of account `channels[i]`. */
export type Presence = {
  /** Twitch ids. */
  people: string[];
  channels: number[];
};

export type Credit = Presence & {
  kind: DropKind;
  minute: number;
  /** The one of that minute. */
  day: Day;
  seasonId: number;
  /** Most minutes that count in a day, over all seasons; null for all. */
  dailyCap: number | null;
  /** Counts only for those who were credited in the same stream in this minute too: the near side of a gap. */
  since: number | null;
};

/**
 * Credits the minute to everybody who is linked, once: the minute's primary key decides, and the sums follow in the
 * same statement. One crediting at a time over all processes, so that each finds the day's minutes as they are.
 *
 * @returns how many were credited
 */
export async function insertCredits(tx: Transaction, credit: Credit): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREDIT_LOCK})`);
  const { rows } = await tx.execute<{ credited: number }>(credited(credit));
  return rows[0]?.credited ?? 0;
}

function credited(credit: Credit) {
  const { kind, minute, day, seasonId, dailyCap, since, people, channels } = credit;
  return sql`
    with seen as (
      select distinct twitch_user_id, channel_id
      from unnest(${sql.param(people)}::text[], ${sql.param(channels)}::int[]) as s (twitch_user_id, channel_id)
    ), present as (
      -- Locked, so that whoever unlinks now deletes this minute as well.
      select l.account_id, seen.channel_id
      from twitch_links l join seen on seen.twitch_user_id = l.twitch_user_id
      where ${kind} = 'streamer' or l.account_id <> seen.channel_id
      order by l.account_id
      for key share of l
    ), counted as (
      insert into drop_minutes (account_id, kind, minute, channel_id)
      select p.account_id, ${kind}, ${minute}::int, p.channel_id
      from present p
      where (${dailyCap}::int is null or (${minutesOfDay(credit)}) < ${dailyCap}::int)
        and (${since}::int is null or exists (
          select from drop_minutes b
          where b.account_id = p.account_id and b.kind = ${kind} and b.minute = ${since}::int
            and b.channel_id = p.channel_id))
      order by p.account_id
      on conflict do nothing
      returning account_id
    ), summed as (
      insert into drop_totals as t (account_id, kind, season_id, minutes, day, day_minutes)
      select account_id, ${kind}, ${seasonId}::int, 1, ${day.date}::date, 1 from counted order by account_id
      on conflict (account_id, kind, season_id) do update set
        minutes = t.minutes + 1,
        day_minutes = case
          when t.day = excluded.day then t.day_minutes + 1
          when t.day > excluded.day then t.day_minutes
          else 1 end,
        day = greatest(t.day, excluded.day)
      returning 1
    )
    select count(*)::int as credited from summed`;
}

/**
 * How many minutes `p.account_id` has on that day. Each season's sums know those of its newest day, and a season may
 * change within a day; where a newer day has begun, only the minutes themselves still tell.
 */
function minutesOfDay({ kind, day }: Credit) {
  return sql`
    select case
      when max(t.day) > ${day.date}::date then (
        select count(*) from drop_minutes m
        where m.account_id = p.account_id and m.kind = ${kind}
          and m.minute >= ${day.first}::int and m.minute < ${day.next}::int)
      else coalesce(sum(t.day_minutes) filter (where t.day = ${day.date}::date), 0) end
    from drop_totals t where t.account_id = p.account_id and t.kind = ${kind}`;
}
