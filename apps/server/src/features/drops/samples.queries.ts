import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isBanned } from '#features/identity/identity.ts';
import { twitchLinks, twitchStreamers } from '#features/twitch-links/twitch-links.ts';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';
import { dropChannels, dropSamples } from './drops.tables.ts';
import type { StreamRule } from './rules/stream-rules.ts';
import { LAST_WRITES_SECONDS, SHORTEST_SAMPLE_SECONDS } from './sampling.rules.ts';

/** Days after which credited minutes are deleted, as the privacy page says. The sums stay. */
export const MINUTES_KEPT_DAYS = 3;

/** Days after which samples are deleted, which name nobody. */
const SAMPLES_KEPT_DAYS = 35;
const DELETED_AT_ONCE = 20_000;

/** No sample runs longer than this many minutes, even with the shortest tick. */
const LONGEST_SAMPLE_MINUTES = 100;

/** `taken`: another process samples or sampled the minute. `busy`: the sample of an earlier minute is still running. */
export type SampleTurn = { minute: number } | 'taken' | 'busy';

/**
 * Claims the current minute by the database's clock. One sample runs at a time over all processes: whether a minute was
 * missed is known only when the previous sample has ended.
 */
export async function insertSample(tx: Transaction, tickSeconds: number): Promise<SampleTurn> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.dropSample})`);
  const { rows } = await tx.execute<{ minute: number | null; isTaken: boolean }>(sql`
    with clock as (
      select ${minuteOf(sql`clock_timestamp()`, tickSeconds)} as minute
    ), begun as (
      insert into drop_samples (minute)
      select minute from clock
      where not exists (
        select from drop_samples s
        where s.minute > clock.minute - ${LONGEST_SAMPLE_MINUTES}::int and s.minute < clock.minute
          and state = 'running' and not ${isCutOff(tickSeconds)})
      on conflict do nothing
      returning minute
    )
    select (select minute from begun) as minute,
           exists (select from drop_samples s join clock on clock.minute = s.minute) as "isTaken"`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for the claim of a minute.');
  if (row.minute !== null) return { minute: row.minute };
  return row.isTaken ? 'taken' : 'busy';
}

/** SQL condition on `drop_samples`: the sample ran out of time without writing its end. */
export function isCutOff(tickSeconds: number): SQL {
  return sql`(state = 'running' and clock_timestamp() > ${LAST_WRITES_SECONDS}::int * interval '1 second' + greatest(
    to_timestamp((minute::bigint + 1) * ${tickSeconds}::int),
    started_at + ${SHORTEST_SAMPLE_SECONDS}::int * interval '1 second'))`;
}

/** The current minute, by the time of the transaction. */
export function currentMinute(tickSeconds: number): SQL {
  return minuteOf(sql`now()`, tickSeconds);
}

/** The number of the minute that contains a time. */
function minuteOf(time: SQL, tickSeconds: number): SQL {
  return sql`floor(extract(epoch from ${time}) / ${tickSeconds}::int)::int`;
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
  /** Live ones whose chat couldn't be read. */
  failedStreams: number;
  /** Live a moment before, and not listed by Twitch. */
  unknownStreams: number;
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

/** The season at the start of a minute; null for none. */
export async function selectSeasonIdAt(
  db: Db,
  { minute, tickSeconds }: { minute: number; tickSeconds: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from twitch_seasons
    where starts_at <= ${startOf({ minute, tickSeconds })}
      and (ends_at is null or ends_at > ${startOf({ minute, tickSeconds })})`);
  return rows[0]?.id ?? null;
}

/** Whole milliseconds until the minute ends, by the database's clock; 0 when it has ended. */
export async function selectMsLeft(
  db: Db,
  { minute, tickSeconds }: { minute: number; tickSeconds: number },
): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(sql`
    select (1000 * extract(epoch from
      least(greatest(${startOf({ minute: minute + 1, tickSeconds })} - clock_timestamp(), interval '0'),
            ${tickSeconds}::int * interval '1 second')))::int as ms`);
  return rows[0]?.ms ?? 0;
}

/** The time at which a minute begins. */
export function startOf({ minute, tickSeconds }: { minute: number; tickSeconds: number }): SQL {
  return sql`to_timestamp(${minute}::bigint * ${tickSeconds}::int)`;
}

/** An approved streamer, with the state of the channel from the last samples. */
export type Channel = {
  accountId: number;
  twitchUserId: string;
  isLive: boolean | null;
  streamStartedAt: Date | null;
  /** The last minute in which Twitch listed the stream, or in which it ended. */
  seenMinute: number | null;
  /** The last minute in which the chat was read. */
  observedMinute: number | null;
  /** The first minute from which absences may be made up for; null: from `observedMinute`. */
  bridgedFrom: number | null;
};

/** Without banned streamers, so that nobody earns in their chats. */
export async function selectApprovedChannels(db: Db): Promise<Channel[]> {
  return db
    .select({
      accountId: twitchStreamers.accountId,
      twitchUserId: twitchLinks.twitchUserId,
      isLive: dropChannels.isLive,
      streamStartedAt: dropChannels.streamStartedAt,
      seenMinute: dropChannels.seenMinute,
      observedMinute: dropChannels.observedMinute,
      bridgedFrom: dropChannels.bridgedFrom,
    })
    .from(twitchStreamers)
    .innerJoin(twitchLinks, eq(twitchLinks.accountId, twitchStreamers.accountId))
    .leftJoin(dropChannels, eq(dropChannels.accountId, twitchStreamers.accountId))
    .where(
      and(
        eq(twitchStreamers.decision, 'approved'),
        eq(twitchStreamers.needsNewLink, false),
        not(isBanned(twitchStreamers.accountId)),
      ),
    );
}

export type ChannelObservation = {
  accountId: number;
  /** The Twitch user at the time of the sample. The account may have another link by now. */
  twitchUserId: string;
  isLive: boolean;
  isEligible: boolean;
  streamStartedAt: Date | null;
  /** Why the chat couldn't be read; null when it was, or there is none to read. */
  failure: string | null;
  /** The rule of the season that it doesn't meet. */
  unmetRule: StreamRule | null;
  /** What visitors see of it. */
  shown: Pick<TwitchStream, 'title' | 'viewers' | 'thumbnailUrl'>;
};

/**
 * Stores the state of each channel in this minute, in one statement. A late sample doesn't overwrite a newer one. Absences
 * are made up for from the read before the last one on, and never across another stream or category. Streamers who were
 * rejected or stopped during the sample are left out.
 */
export async function upsertChannels(
  db: Db,
  minute: number,
  observations: ChannelObservation[],
): Promise<void> {
  if (observations.length === 0) return;
  await db.execute(sql`
    insert into drop_channels as c
      (account_id, is_live, is_eligible, stream_started_at, seen_minute, observed_minute, bridged_from, failure,
       title, viewers, thumbnail_url, unmet_rule)
    select s.account_id, s.is_live, s.is_eligible, s.started_at, ${minute}::int,
           case when s.failure is null then ${minute}::int else ${minute}::int - 1000 end, ${minute}::int, s.failure,
           s.title, s.viewers, s.thumbnail_url, s.unmet_rule
    from unnest(
      ${sql.param(observations.map(({ accountId }) => accountId))}::int[],
      ${sql.param(observations.map(({ twitchUserId }) => twitchUserId))}::text[],
      ${sql.param(observations.map(({ isLive }) => isLive))}::bool[],
      ${sql.param(observations.map(({ isEligible }) => isEligible))}::bool[],
      ${sql.param(observations.map(({ streamStartedAt }) => streamStartedAt))}::timestamptz[],
      ${sql.param(observations.map(({ failure }) => failure))}::text[],
      ${sql.param(observations.map(({ shown }) => shown.title))}::text[],
      ${sql.param(observations.map(({ shown }) => shown.viewers))}::int[],
      ${sql.param(observations.map(({ shown }) => shown.thumbnailUrl))}::text[],
      ${sql.param(observations.map(({ unmetRule }) => unmetRule))}::text[]
    ) as s (account_id, twitch_user_id, is_live, is_eligible, started_at, failure, title, viewers, thumbnail_url, unmet_rule)
    join twitch_links l on l.account_id = s.account_id and l.twitch_user_id = s.twitch_user_id
    join twitch_streamers st on st.account_id = s.account_id and st.decision = 'approved'
    order by s.account_id
    for key share of l, st
    on conflict (account_id) do update set
      is_live = excluded.is_live,
      is_eligible = excluded.is_eligible,
      stream_started_at = excluded.stream_started_at,
      seen_minute = excluded.seen_minute,
      -- An observation of an earlier stream says nothing about the current one.
      observed_minute = case
        when c.stream_started_at is not distinct from excluded.stream_started_at
        then greatest(c.observed_minute, excluded.observed_minute)
        else excluded.observed_minute end,
      bridged_from = case
        when not excluded.is_eligible or c.stream_started_at is distinct from excluded.stream_started_at
        then excluded.bridged_from
        when excluded.failure is null then greatest(c.bridged_from, c.observed_minute)
        else c.bridged_from end,
      failure = excluded.failure,
      title = excluded.title,
      viewers = excluded.viewers,
      thumbnail_url = excluded.thumbnail_url,
      unmet_rule = excluded.unmet_rule
    where c.seen_minute < excluded.seen_minute`);
}

/** Updates renamed Twitch users, whose old names no longer lead to their channels. Twitch leaves names blank at times. */
export async function updateLinkNames(
  db: Db,
  users: { userId: string; login: string; displayName: string }[],
): Promise<void> {
  await db.execute(sql`
    update twitch_links l set login = u.login, display_name = u.display_name
    from unnest(
      ${sql.param(users.map(({ userId }) => userId))}::text[],
      ${sql.param(users.map(({ login }) => login))}::text[],
      ${sql.param(users.map(({ displayName }) => displayName))}::text[]
    ) as u (user_id, login, display_name)
    where l.twitch_user_id = u.user_id and u.login <> '' and u.display_name <> ''
      and (l.login, l.display_name) is distinct from (u.login, u.display_name)`);
}

/** Deletes minutes and samples that are no longer kept. */
export async function deleteOldSamples(db: Db, tickSeconds: number): Promise<void> {
  const daysAgo = (days: number) => minuteOf(sql`now() - make_interval(days => ${days}::int)`, tickSeconds);
  await db.execute(sql`delete from drop_samples where minute < ${daysAgo(SAMPLES_KEPT_DAYS)}`);
  await deleteMinutesWhere(db, sql`minute < ${daysAgo(MINUTES_KEPT_DAYS)}`);
}

/**
 * Deletes rows whose minute is more than a day ahead, which happens after a shorter tick or a wrong clock. They would
 * count as the newest for years. The sums stay.
 *
 * @param db not a transaction, so that each deleted batch stays deleted
 */
export async function deleteSamplesAhead(db: Database, tickSeconds: number): Promise<void> {
  const latest = minuteOf(sql`clock_timestamp() + interval '1 day'`, tickSeconds);
  await deleteMinutesWhere(db, sql`minute > ${latest}`);
  await db.execute(sql`delete from drop_channels where greatest(seen_minute, observed_minute) > ${latest}`);
  await db.execute(sql`delete from drop_samples where minute > ${latest}`);
}

/** In batches: a hundred thousand viewers produce millions of rows per hour, too many for one statement. */
async function deleteMinutesWhere(db: Db, condition: SQL): Promise<void> {
  let found: number | undefined;
  do {
    // Loops on the rows found, not deleted: a concurrent process may have deleted some of a full batch.
    const { rows } = await db.execute<{ found: number }>(sql`
      with found as materialized (
        select ctid from drop_minutes where ${condition} limit ${DELETED_AT_ONCE}
      ), deleted as (
        delete from drop_minutes where ctid = any (array(select ctid from found))
      )
      select count(*)::int as found from found`);
    found = rows[0]?.found;
  } while (found === DELETED_AT_ONCE);
}
