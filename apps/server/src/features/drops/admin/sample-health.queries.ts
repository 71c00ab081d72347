import type { ChannelHealth } from '@waygate/contract/drops/drops.admin.schemas';
import { sql } from 'drizzle-orm';
import { streamerState } from '#features/twitch-links/twitch-links.ts';
import { FRESH_MINUTES } from '#features/drops/progress.rules.ts';
import { type SampleCounts, selectSampleCounts, ticksIn } from '#features/drops/sample-counts.queries.ts';
import { currentMinute, isCutOff, type SampleEnd } from '#features/drops/samples.queries.ts';
import { isRunning } from '#features/drops/seasons.queries.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { StreamersSeen } from './drops.admin.queries.ts';

const LISTED_SAMPLES = { hours: 2, limit: 120 };
const LISTED_CHANNELS = 100;

/** A channel that was never read has an observed minute so far back. */
const NEVER_READ = 1000;

export type SampleHealthRows = {
  samples: SampleRow[];
  lastHour: SampleCounts;
  channels: ChannelRow[];
  isInSeason: boolean;
};

export type ChannelRow = Omit<ChannelHealth, 'accountDBID' | 'readAt'> & {
  accountId: number;
  readAt: string | null;
};

/** Counts of the last hour's samples by state, the newest samples, and the state of each channel. */
export async function selectSampleHealth(
  db: Database,
  { tickSeconds, keys }: StreamersSeen,
): Promise<SampleHealthRows> {
  const [samples, lastHour, channels, isInSeason] = await Promise.all([
    selectSamples(db, { tickSeconds, ...LISTED_SAMPLES }),
    selectSampleCounts(db, tickSeconds),
    selectChannelHealth(db, { tickSeconds, keys }),
    selectIsInSeason(db),
  ]);
  return { samples, lastHour, channels, isInSeason };
}

async function selectIsInSeason(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from twitch_seasons where ${isRunning}`);
  return rows.length > 0;
}

/** Those that need attention first, then those with most viewers. Streamers are few: hundreds, where accounts are a million. */
async function selectChannelHealth(db: Db, { tickSeconds, keys }: StreamersSeen): Promise<ChannelRow[]> {
  const { rows } = await db.execute<ChannelRow>(sql`
    with clock as (
      select ${currentMinute(tickSeconds)} as present
    ), channel as (
      select twitch_streamers.account_id as "accountId", a.user_name as "userName", l.login, c.viewers, c.failure,
             case when c.observed_minute > c.seen_minute - ${NEVER_READ}::int
               then to_timestamp(c.observed_minute::bigint * ${tickSeconds}::int) end as "readAt",
             case
               when ${streamerState(keys)} = 'needs_new_link' then 'needs_new_link'
               when not coalesce(c.is_live and c.seen_minute >= present - ${FRESH_MINUTES}::int, false) then 'offline'
               when not c.is_eligible then 'not_counting'
               when c.failure is not null then 'unread'
               else 'read' end as state
      from clock, twitch_streamers
      join twitch_links l on l.account_id = twitch_streamers.account_id
      join accounts a on a.id = twitch_streamers.account_id
      left join drop_channels c on c.account_id = twitch_streamers.account_id
      where twitch_streamers.decision = 'approved'
    )
    select "accountId", "userName", login, coalesce(viewers, 0) as viewers, state, "readAt",
           case when state = 'unread' then failure end as failure
    from channel
    order by array_position(array['needs_new_link', 'unread', 'read', 'not_counting', 'offline'], state),
             viewers desc nulls last, "accountId"
    limit ${LISTED_CHANNELS}`);
  return rows;
}

type SampleRow = Omit<SampleEnd, 'unknownStreams'> & { at: string; durationMs: number };

/** The newest ended samples of the last hours. One that never finished was cut off with its process. */
async function selectSamples(
  db: Db,
  { tickSeconds, hours, limit }: { tickSeconds: number; hours: number; limit: number },
): Promise<SampleRow[]> {
  const { rows } = await db.execute<SampleRow>(sql`
    select to_timestamp(minute::bigint * ${tickSeconds}::int) as at,
           case when state = 'running' then 'failed' else state end as state,
           streams, failed_streams as "failedStreams", chatters, credited,
           coalesce((extract(epoch from finished_at - started_at) * 1000)::int, 0) as "durationMs",
           case when state = 'running' then 'It was cut off before it ended.' else detail end as detail
    from drop_samples
    where minute > ${currentMinute(tickSeconds)} - ${ticksIn(hours, tickSeconds)}::int
      and (state <> 'running' or ${isCutOff(tickSeconds)})
    order by minute desc limit ${limit}`);
  return rows;
}
