import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { Day } from './sampling.rules.ts';

/** Arbitrary, but the same in all processes. */
const CREDIT_LOCK = 7_229_283;

/** Who was in which stream: `people[i]` in the stream of account `channels[i]`. */
export type Presence = {
  /** Twitch ids. */
  people: string[];
  channels: number[];
};

export type Credit = Presence & {
  kind: DropKind;
  minute: number;
  /** The day of `minute`. */
  day: Day;
  seasonId: number;
  /** The most minutes that count per day over all seasons; null for no limit. */
  dailyCap: number | null;
  /** For a gap: credits only people who were also credited in the same stream in this earlier minute. */
  since: number | null;
};

/**
 * Credits the minute to all linked people, once each: the primary key of the minute decides, and the same statement
 * updates the sums. Serialised over all processes, so that each call sees the current sums of the day.
 *
 * @returns how many people were credited
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
      -- Locked, so that a concurrent unlink also deletes this minute.
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
 * The minutes of `p.account_id` on that day. Each season's row holds the sum of its newest day, and a season may change
 * within a day. When a newer day has begun, the minutes themselves must be counted.
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
