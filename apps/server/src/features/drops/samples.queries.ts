import { and, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { dropChannels, dropSamples, twitchLinks, twitchStreamers } from './drops.tables.ts';

/** Days after which single minutes and samples are forgotten; their sums stay. */
const KEPT_DAYS = 35;

/**
 * Claims the current minute by the database's clock, whatever this machine's says.
 *
 * @returns the minute, if nobody has claimed it before
 */
export async function insertSample(db: Db, tickSeconds: number): Promise<number | undefined> {
  const { rows } = await db.execute<{ minute: number }>(sql`
    insert into drop_samples (minute)
    select floor(extract(epoch from clock_timestamp()) / ${tickSeconds}::int)::int
    on conflict do nothing
    returning minute`);
  return rows[0]?.minute;
}

/** Milliseconds until the next minute begins, by the database's clock. */
export async function selectMsToNextMinute(db: Db, tickSeconds: number): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`
    with clock as (select extract(epoch from clock_timestamp()) / ${tickSeconds}::int as ticks)
    select ((floor(ticks) + 1 - ticks) * ${tickSeconds}::int * 1000)::int as ms from clock`);
  return rows[0]?.ms ?? tickSeconds * 1000;
}

export type SampleEnd = {
  state: 'ok' | 'partial' | 'failed';
  streams: number;
  failedStreams: number;
  chatters: number;
  credited: number;
  detail: string | null;
};

export async function updateSampleFinished(db: Db, minute: number, end: SampleEnd): Promise<void> {
  await db
    .update(dropSamples)
    .set({ ...end, finishedAt: sql`clock_timestamp()` })
    .where(eq(dropSamples.minute, minute));
}

/** The season that a minute belongs to, with the minute's day in UTC. */
export async function selectSeasonAt(
  db: Db,
  { minute, tickSeconds }: { minute: number; tickSeconds: number },
): Promise<{ seasonId: number | null; day: string }> {
  const { rows } = await db.execute<{ seasonId: number | null; day: string }>(sql`
    with moment as (select to_timestamp(${minute}::bigint * ${tickSeconds}::int) as at)
    select
      (select id from twitch_seasons, moment where starts_at <= at and (ends_at is null or ends_at > at))
        as "seasonId",
      to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day
    from moment`);
  const [row] = rows;
  if (!row) throw new Error('The database did not tell the day.');
  return row;
}

/** An approved streamer, with what the last samples told of the channel. */
export type Channel = {
  accountId: number;
  twitchUserId: string;
  streamStartedAt: Date | null;
  seenMinute: number | null;
  observedMinute: number | null;
};

export async function selectApprovedChannels(db: Db): Promise<Channel[]> {
  return db
    .select({
      accountId: twitchStreamers.accountId,
      twitchUserId: twitchLinks.twitchUserId,
      streamStartedAt: dropChannels.streamStartedAt,
      seenMinute: dropChannels.seenMinute,
      observedMinute: dropChannels.observedMinute,
    })
    .from(twitchStreamers)
    .innerJoin(twitchLinks, eq(twitchLinks.accountId, twitchStreamers.accountId))
    .leftJoin(dropChannels, eq(dropChannels.accountId, twitchStreamers.accountId))
    .where(and(eq(twitchStreamers.decision, 'approved'), eq(twitchStreamers.needsNewLink, false)));
}

export type ChannelSight = {
  accountId: number;
  isLive: boolean;
  isEligible: boolean;
  streamStartedAt: Date | null;
  /** Whether it is known who watches. */
  isObserved: boolean;
};

/** Notes what this minute told of each channel, in one statement. A late sample changes nothing newer. */
export async function upsertChannels(tx: Transaction, minute: number, sights: ChannelSight[]): Promise<void> {
  if (sights.length === 0) return;
  await tx.execute(sql`
    insert into drop_channels as c
      (account_id, is_live, is_eligible, stream_started_at, seen_minute, observed_minute)
    select s.account_id, s.is_live, s.is_eligible, s.started_at, ${minute}::int,
           case when s.is_observed then ${minute}::int else ${minute}::int - 1000 end
    from unnest(
      ${sql.param(sights.map(({ accountId }) => accountId))}::int[],
      ${sql.param(sights.map(({ isLive }) => isLive))}::bool[],
      ${sql.param(sights.map(({ isEligible }) => isEligible))}::bool[],
      ${sql.param(sights.map(({ streamStartedAt }) => streamStartedAt))}::timestamptz[],
      ${sql.param(sights.map(({ isObserved }) => isObserved))}::bool[]
    ) as s (account_id, is_live, is_eligible, started_at, is_observed)
    join twitch_links l on l.account_id = s.account_id
    order by s.account_id
    for key share of l
    on conflict (account_id) do update set
      is_live = excluded.is_live,
      is_eligible = excluded.is_eligible,
      stream_started_at = excluded.stream_started_at,
      seen_minute = excluded.seen_minute,
      observed_minute = greatest(c.observed_minute, excluded.observed_minute)
    where c.seen_minute < excluded.seen_minute`);
}

/** Deletes what nobody asks for any more. */
export async function deleteOldSamples(db: Db, tickSeconds: number): Promise<void> {
  const oldest = sql`floor((extract(epoch from now()) - ${KEPT_DAYS * 86_400}) / ${tickSeconds}::int)::int`;
  await db.execute(sql`delete from drop_minutes where minute < ${oldest}`);
  await db.execute(sql`delete from drop_samples where minute < ${oldest}`);
}
