import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { isBanned } from '#features/identity/identity.ts';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import type { Transaction } from '#platform/db/database.ts';
import { hasAccountRules, judgedByRules, keptRulesSince } from './rules/account-rules.queries.ts';
import type { Day } from './sampling.rules.ts';

/** Who was in which stream: `people[i]` in the stream of account `channels[i]`. */
export type Presence = {
  /** Twitch ids. */
  people: string[];
  channels: number[];
  /** Who was credited there in this minute or later has stayed; null: nothing is known about the minutes before. */
  since: (number | null)[];
};

/** What a minute counts for. */
export type Terms = {
  kind: DropKind;
  minute: number;
  /** The day of `minute`. */
  day: Day;
  /** Null: no season runs, so the minute itself doesn't count. */
  seasonId: number | null;
  /** The most minutes that count per day over all seasons; null for no limit. */
  dailyCap: number | null;
};

/** An account that is present now, and missed the minutes after `last` in the same stream. */
export type Missed = { accountId: number; channelId: number; last: number };

/**
 * Credits the minute to all linked people, once each: the primary key of the minute decides, and the same statement
 * updates the sums. Serialised over all processes, so that each call sees the current sums of the day. Banned accounts
 * and those who don't meet a rule of the season get nothing.
 *
 * @returns how many people were credited, and who has stayed but missed minutes before
 */
export async function insertCredits(
  tx: Transaction,
  { people, channels, since, rules, ...terms }: Terms & Presence & { rules?: SeasonRules | undefined },
): Promise<{ credited: number; missed: Missed[] }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.dropCredits})`);
  const { kind, minute, seasonId } = terms;
  const areJudged = rules !== undefined && hasAccountRules(rules);
  const judged =
    areJudged && seasonId !== null
      ? judgedByRules(rules, { seasonId, minute })
      : sql`present as (select * from linked)`;
  // A minute that a rule cost isn't made up for.
  const keptRules = areJudged ? keptRulesSince(sql`b.account_id`, sql`b.minute`) : sql`true`;
  const { rows } = await tx.execute<{ credited: number; missed: Missed[] }>(sql`
    with seen as (
      select distinct twitch_user_id, channel_id, since
      from unnest(${sql.param(people)}::text[], ${sql.param(channels)}::int[], ${sql.param(since)}::int[])
        as s (twitch_user_id, channel_id, since)
    ), linked as (
      -- Locked, so that a concurrent unlink also deletes this minute.
      select l.account_id, seen.channel_id, seen.since
      from twitch_links l join seen on seen.twitch_user_id = l.twitch_user_id
      where (${kind} = 'streamer' or l.account_id <> seen.channel_id) and not ${isBanned(sql`l.account_id`)}
      order by l.account_id
      for key share of l
    ), ${judged}, ${credited(terms)}, missed as (
      select p.account_id as "accountId", p.channel_id as "channelId", before.last
      from present p cross join lateral (
        select max(b.minute) as last from drop_minutes b
        where b.account_id = p.account_id and b.kind = ${kind} and b.channel_id = p.channel_id
          and b.minute >= p.since and b.minute < ${minute}::int and ${keptRules}
      ) before
      where before.last < ${minute}::int - 1
    )
    select (select count(*)::int from summed) as credited,
           (select coalesce(json_agg(missed), '[]') from missed) as missed`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for credits.');
  return row;
}

/**
 * Credits a minute that these accounts missed, in the transaction that found them.
 *
 * @returns how many were credited
 */
export async function insertMissedMinute(
  tx: Transaction,
  { missed, ...terms }: Terms & { missed: Missed[] },
): Promise<number> {
  const { rows } = await tx.execute<{ credited: number }>(sql`
    with present as (
      select distinct account_id, channel_id
      from unnest(
        ${sql.param(missed.map(({ accountId }) => accountId))}::int[],
        ${sql.param(missed.map(({ channelId }) => channelId))}::int[]
      ) as m (account_id, channel_id)
    ), ${credited(terms)}
    select count(*)::int as credited from summed`);
  return rows[0]?.credited ?? 0;
}

/** CTEs `counted` and `summed`: the minute of everybody in `present`, and the sums of those it was new for. */
function credited(terms: Terms): SQL {
  const { kind, minute, day, seasonId, dailyCap } = terms;
  return sql`
    counted as (
      insert into drop_minutes (account_id, kind, minute, channel_id)
      select p.account_id, ${kind}, ${minute}::int, p.channel_id
      from present p
      where ${seasonId}::int is not null
        and (${dailyCap}::int is null or (${minutesOfDay(terms)}) < ${dailyCap}::int)
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
    )`;
}

/**
 * The minutes of `p.account_id` on that day. Each season's row holds the sum of its newest day, and a season may change
 * within a day. When a newer day has begun, the minutes themselves must be counted.
 */
function minutesOfDay({ kind, day }: Terms): SQL {
  return sql`
    select case
      when max(t.day) > ${day.date}::date then (
        select count(*) from drop_minutes m
        where m.account_id = p.account_id and m.kind = ${kind}
          and m.minute >= ${day.first}::int and m.minute < ${day.next}::int)
      else coalesce(sum(t.day_minutes) filter (where t.day = ${day.date}::date), 0) end
    from drop_totals t where t.account_id = p.account_id and t.kind = ${kind}`;
}
