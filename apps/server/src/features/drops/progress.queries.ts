import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { sql } from 'drizzle-orm';
import { type StreamerState, streamerState } from '#features/twitch-links/twitch-links.ts';
import type { Db } from '#platform/db/database.ts';
import { currentMinute, isCutOff } from './samples.queries.ts';
import { isRunning } from './seasons.queries.ts';

export type ProgressRow = {
  season: { id: number; name: string; endsAt: string | null } | null;
  /** In the current season, including corrections by staff. */
  minutes: number;
  /** Over all seasons, as the daily cap counts. */
  todayMinutes: number;
  /** The newest finished sample. One that was cut off counts as failed. */
  sample: { minute: number; state: 'ok' | 'partial' | 'failed' } | null;
  /** When the newest successful or partial sample ended. */
  sampledAt: string | null;
  currentMinute: number;
  /** The newest credited minute, and its channel. */
  latest: { minute: number; login: string | null; displayName: string | null } | null;
  /** The account's own channel in the last sample. */
  own: { isLive: boolean; isEligible: boolean } | null;
  /** Ignores missing token keys: the streamer's own minutes count without reading a chat. */
  streamer: StreamerState | null;
};

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
    )
    select
      (select row_to_json(season) from season) as season,
      coalesce((select minutes + adjusted from total), 0) as minutes,
      (select coalesce(sum(day_minutes), 0)::int from drop_totals
       where account_id = ${accountId} and kind = ${kind} and day = (now() at time zone 'UTC')::date)
        as "todayMinutes",
      (select json_build_object('minute', minute, 'state', case when state = 'running' then 'failed' else state end)
       from drop_samples where state <> 'running' or ${isCutOff(tickSeconds)} order by minute desc limit 1) as sample,
      (select finished_at from drop_samples where state in ('ok', 'partial') order by minute desc limit 1)
        as "sampledAt",
      ${currentMinute(tickSeconds)} as "currentMinute",
      (select json_build_object('minute', m.minute, 'login', l.login, 'displayName', l.display_name)
       from drop_minutes m left join twitch_links l on l.account_id = m.channel_id
       where m.account_id = ${accountId} and m.kind = ${kind} order by m.minute desc limit 1) as latest,
      (select json_build_object('isLive', is_live, 'isEligible', is_eligible)
       from drop_channels where account_id = ${accountId}) as own,
      (select ${streamerState(undefined)} from twitch_streamers where account_id = ${accountId}) as streamer`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no progress for the account.');
  return row;
}

export type LiveChannelRow = { login: string; displayName: string };

/** Channels that counted in the last samples, except one account's. */
export async function selectLiveChannels(
  db: Db,
  { sinceMinute, except, limit }: { sinceMinute: number; except: number | undefined; limit: number },
): Promise<LiveChannelRow[]> {
  const { rows } = await db.execute<LiveChannelRow>(sql`
    select l.login, l.display_name as "displayName"
    from drop_channels c join twitch_links l on l.account_id = c.account_id
    where c.is_eligible and c.seen_minute >= ${sinceMinute} and c.account_id is distinct from ${except ?? null}::int
    order by c.seen_minute desc, l.login
    limit ${limit}`);
  return rows;
}
