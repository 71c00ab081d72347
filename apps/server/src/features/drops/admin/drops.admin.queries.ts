import { sql } from 'drizzle-orm';
import { type StreamerState, streamerState, type TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { limited, type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';
import { containing } from '#platform/db/search-text.ts';
import type { TokenBox } from '#platform/twitch/token-box.ts';
import { FRESH_MINUTES } from '#features/drops/progress.rules.ts';
import { currentMinute, isCutOff, type SampleEnd } from '#features/drops/samples.queries.ts';

const HOUR_SECONDS = 3600;

const LISTED_SAMPLES = { hours: 2, limit: 120 };

export type StreamerListRow = {
  accountId: number;
  userName: string;
  twitchUserId: string;
  login: string;
  state: StreamerState;
  requestedAt: string;
  decidedAt: string | null;
  isLive: boolean;
  revision: number;
};

type StreamersSeen = { tickSeconds: number; keys: TokenBox | undefined };

export const seenBy = ({ config, twitch }: TwitchParts): StreamersSeen => ({
  tickSeconds: config.drops.tickSeconds,
  keys: twitch?.tokens,
});

/** A channel that is no longer sampled keeps its last state, so only a recent one counts as live. */
const streamersAt = ({ tickSeconds, keys }: StreamersSeen) => sql`
  select twitch_streamers.account_id as "accountId", a.user_name as "userName", l.twitch_user_id as "twitchUserId", l.login,
         ${streamerState(keys)} as state, twitch_streamers.requested_at as "requestedAt",
         twitch_streamers.decided_at as "decidedAt", twitch_streamers.revision,
         coalesce(
           c.is_live
             and c.seen_minute >= ${currentMinute(tickSeconds)} - ${FRESH_MINUTES}::int,
           false
         ) as "isLive"
  from twitch_streamers
  join twitch_links l on l.account_id = twitch_streamers.account_id
  join accounts a on a.id = twitch_streamers.account_id
  left join drop_channels c on c.account_id = twitch_streamers.account_id`;

type StreamerQuery = {
  search: string;
  state?: StreamerState | undefined;
  isAscending: boolean;
} & PageRequest &
  StreamersSeen;

/** Streamers are few: hundreds, where accounts are a million. */
export async function selectStreamers(
  db: Db,
  { search, state, isAscending, tickSeconds, keys, ...request }: StreamerQuery,
): Promise<Page<StreamerListRow>> {
  const streamers = streamersAt({ tickSeconds, keys });
  const pattern = containing(search);
  const chosen = sql`
    where (${search} = '' or a.user_name ilike ${pattern} or l.login ilike ${pattern}
           or l.twitch_user_id = ${search} or twitch_streamers.account_id::text = ${search})
      and (${state ?? null}::text is null
           or ${streamerState(keys)} = ${state ?? null}::text)`;
  const order = isAscending
    ? sql`order by twitch_streamers.requested_at, twitch_streamers.account_id`
    : sql`order by twitch_streamers.requested_at desc, twitch_streamers.account_id desc`;
  return readPage(db, request, {
    select: async ({ offset, limit }) => {
      const { rows } = await db.execute<StreamerListRow>(
        sql`${streamers} ${chosen} ${order} limit ${limit} offset ${offset}`,
      );
      return rows;
    },
    countable: (most) => limited(sql`${streamers} ${chosen}`, most),
    countTo: 'all',
  });
}

export async function selectStreamerRow(
  db: Db,
  { accountId, ...seen }: { accountId: number } & StreamersSeen,
): Promise<StreamerListRow | undefined> {
  const { rows } = await db.execute<StreamerListRow>(
    sql`${streamersAt(seen)} where twitch_streamers.account_id = ${accountId}`,
  );
  return rows[0];
}

/**
 * Deletes the channel's last seen minute too, so that minutes without approval are not credited later as a gap.
 *
 * @returns the previous decision; undefined when it was the same, or there is no such streamer
 */
export async function updateStreamerDecision(
  tx: Transaction,
  { accountId, decision }: { accountId: number; decision: 'approved' | 'rejected' },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ before: string }>(sql`
    with before as (
      select account_id, decision from twitch_streamers
      where account_id = ${accountId} and decision <> ${decision} for update
    ), forgotten as (
      delete from drop_channels c using before where c.account_id = before.account_id
    )
    update twitch_streamers s
    set decision = ${decision}, decided_at = now(), revision = s.revision + 1
    from before
    where s.account_id = before.account_id
    returning before.decision as before`);
  return rows[0]?.before;
}

export type SampleHealthRows = { samples: SampleRow[]; lastHour: SampleCounts };

/** Counts of the last hour's samples by state, and the newest samples. */
export async function selectSampleHealth(db: Db, tickSeconds: number): Promise<SampleHealthRows> {
  const [samples, lastHour] = await Promise.all([
    selectSamples(db, { tickSeconds, ...LISTED_SAMPLES }),
    selectSampleCounts(db, tickSeconds),
  ]);
  return { samples, lastHour };
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

type SampleCounts = { ok: number; partial: number; failed: number; missing: number };

/**
 * The minutes of the last hour by the state of their sample. The current minute, samples still running and minutes before
 * the first sample ever don't count as failures.
 */
async function selectSampleCounts(db: Db, tickSeconds: number): Promise<SampleCounts> {
  const { rows } = await db.execute<SampleCounts>(sql`
    with clock as (
      select ${currentMinute(tickSeconds)} as present, ${ticksIn(1, tickSeconds)}::int as hour
    ), span as (
      select greatest(present - hour, least(present, coalesce((select min(minute) from drop_samples), 0))) as first, present
      from clock
    )
    select count(*) filter (where state = 'ok')::int as ok,
           count(*) filter (where state = 'partial')::int as partial,
           count(*) filter (where state = 'failed' or ${isCutOff(tickSeconds)})::int as failed,
           max(present - first) - count(minute)::int as missing
    from span left join drop_samples on minute >= first and minute < present`);
  const [row] = rows;
  if (!row) throw new Error('The database counted no samples.');
  return row;
}

function ticksIn(hours: number, tickSeconds: number): number {
  return Math.floor((hours * HOUR_SECONDS) / tickSeconds);
}
