import type { DropRule, SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { isBanned } from '#features/identity/identity.ts';
import { type StreamerState, streamerState } from '#features/twitch-links/twitch-links.ts';
import type { Db } from '#platform/db/database.ts';
import { ruleColumns } from './rules/season-rules.queries.ts';
import { currentMinute, isCutOff } from './samples.queries.ts';
import { isRunning } from './seasons.queries.ts';

export type ProgressRow = {
  season: { id: number; name: string; endsAt: string | null } | null;
  /** In the current season, including corrections by staff. */
  minutes: number;
  /** Over all seasons, as the daily cap counts. */
  todayMinutes: number;
  /** The newest finished sample. One that was cut off counts as failed. */
  sample: { minute: number; state: 'ok' | 'partial' | 'failed'; isToday: boolean } | null;
  /** On the UTC day of that sample, which may be yesterday. */
  sampledDayMinutes: number;
  /** When the newest successful or partial sample ended. */
  sampledAt: string | null;
  currentMinute: number;
  /** The newest credited minute, and its channel. */
  latest:
    | ({ minute: number; login: string | null; displayName: string | null } & Partial<ChannelState>)
    | null;
  /** The account's own channel. */
  own: (ChannelState & { isEligible: boolean; unmetRule: DropRule | null }) | null;
  rules: SeasonRules | null;
  /** The rule about accounts that cost the newest minute in this season. */
  failedRule: { rule: DropRule; minute: number } | null;
  /** Ignores missing token keys: the streamer's own minutes count without reading a chat. */
  streamer: StreamerState | null;
};

/** As the last samples have stored it; nulls for a channel that isn't linked any more. */
type ChannelState = { isLive: boolean | null; seenMinute: number | null; failure: string | null };

/** The account's progress in the current season, in one statement. */
export async function selectProgress(
  db: Db,
  { accountId, kind, tickSeconds }: { accountId: number; kind: DropKind; tickSeconds: number },
): Promise<ProgressRow> {
  const { rows } = await db.execute<ProgressRow>(sql`
    with season as (
      select id, name, ends_at as "endsAt" from twitch_seasons where ${isRunning}
    ), total as (
      select t.* from drop_totals t join season on season.id = t.season_id
      where t.account_id = ${accountId} and t.kind = ${kind}
    ), sample as (
      select minute, case when state = 'running' then 'failed' else state end as state,
             (to_timestamp(minute::bigint * ${tickSeconds}::int) at time zone 'UTC')::date as day
      from drop_samples where state <> 'running' or ${isCutOff(tickSeconds)} order by minute desc limit 1
    )
    select
      (select row_to_json(season) from season) as season,
      coalesce((select minutes + adjusted from total), 0) as minutes,
      (select coalesce(sum(day_minutes), 0)::int from drop_totals
       where account_id = ${accountId} and kind = ${kind} and day = (now() at time zone 'UTC')::date)
        as "todayMinutes",
      (select json_build_object(
         'minute', minute, 'state', state, 'isToday', day = (now() at time zone 'UTC')::date) from sample) as sample,
      (select coalesce(sum(day_minutes), 0)::int from drop_totals
       where account_id = ${accountId} and kind = ${kind} and day = (select day from sample)) as "sampledDayMinutes",
      (select finished_at from drop_samples where state in ('ok', 'partial') order by minute desc limit 1)
        as "sampledAt",
      ${currentMinute(tickSeconds)} as "currentMinute",
      (select json_build_object('minute', m.minute, 'login', l.login, 'displayName', l.display_name,
         'isLive', c.is_live, 'seenMinute', c.seen_minute, 'failure', c.failure)
       from drop_minutes m
       left join twitch_links l on l.account_id = m.channel_id
       left join drop_channels c on c.account_id = m.channel_id
       where m.account_id = ${accountId} and m.kind = ${kind} order by m.minute desc limit 1) as latest,
      (select json_build_object('isLive', is_live, 'isEligible', is_eligible, 'seenMinute', seen_minute, 'failure', failure,
         'unmetRule', unmet_rule)
       from drop_channels where account_id = ${accountId}) as own,
      (select row_to_json(r) from (select ${ruleColumns} from twitch_seasons where ${isRunning}) r) as rules,
      (select json_build_object('rule', f.rule, 'minute', f.last_minute)
       from drop_rule_failures f join season on season.id = f.season_id
       where f.account_id = ${accountId} and f.rule not in ('title', 'viewers')
       order by f.last_minute desc limit 1) as "failedRule",
      (select ${streamerState(undefined)} from twitch_streamers where account_id = ${accountId}) as streamer`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no progress for the account.');
  return row;
}

export type LiveChannelRow = { login: string; displayName: string };

export type WatchableChannels = {
  /** Read since that minute. */
  live: LiveChannelRow[];
  /** Live since then, and not read. */
  unread: LiveChannelRow[];
  /** The newest minute in which one of them was read. */
  newestRead: number | null;
};

/** Channels where minutes count, without banned ones and one account's; one statement along two indexes. */
export async function selectWatchableChannels(
  db: Db,
  { sinceMinute, except, limit }: { sinceMinute: number; except: number | undefined; limit: number },
): Promise<WatchableChannels> {
  const listed = (condition: SQL, order: SQL) => sql`
    (select coalesce(json_agg(listed order by listed.login), '[]') from (
      select l.login, l.display_name as "displayName", c.observed_minute as "observedMinute"
      from drop_channels c join twitch_links l on l.account_id = c.account_id
      where c.is_eligible and ${condition} and c.account_id is distinct from ${except ?? null}::int
        and not ${isBanned(sql`c.account_id`)}
      order by ${order} desc, c.account_id
      limit ${limit}
    ) listed)`;
  const { rows } = await db.execute<{
    live: (LiveChannelRow & { observedMinute: number })[];
    unread: LiveChannelRow[];
  }>(sql`
    select ${listed(sql`c.observed_minute >= ${sinceMinute}::int`, sql`c.observed_minute`)} as live,
           ${listed(
             sql`c.failure is not null and c.seen_minute >= ${sinceMinute}::int and c.observed_minute < ${sinceMinute}::int`,
             sql`c.seen_minute`,
           )} as unread`);
  const { live = [], unread = [] } = rows[0] ?? {};
  const newestRead = live.length > 0 ? Math.max(...live.map(({ observedMinute }) => observedMinute)) : null;
  return { live, unread, newestRead };
}
