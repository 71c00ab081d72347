import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { isBanned } from '#features/identity/identity.ts';
import { twitchLinks, twitchStreamers } from '#features/twitch-links/twitch-links.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { dropChannels, dropSamples } from './drops.tables.ts';
import { LAST_WRITES_SECONDS, SHORTEST_SAMPLE_SECONDS } from './sampling.rules.ts';

/** Days after which single minutes and samples are forgotten; their sums stay. */
const KEPT_DAYS = 35;
const DELETED_AT_ONCE = 20_000;

/** Any constant does, as long as every process takes the same one. */
const SAMPLE_LOCK = 7_229_284;

/** So many minutes back, however short they are, no sample can be under way any more. */
const LONGEST_SAMPLE_MINUTES = 100;

/** `taken`: the minute is, or was, somebody else's to sample. `busy`: the sample of a minute before is still under way. */
export type SampleTurn = { minute: number } | 'taken' | 'busy';

/**
 * Takes the current minute by the database's clock, whatever this machine's says. One sample at a time over all
 * processes: what a minute was missed for is known once the sample before has ended.
 */
export async function insertSample(tx: Transaction, tickSeconds: number): Promise<SampleTurn> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SAMPLE_LOCK})`);
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
  if (!row) throw new Error('The database did not tell whose the minute is.');
  if (row.minute !== null) return { minute: row.minute };
  return row.isTaken ? 'taken' : 'busy';
}

/** Of a row of `drop_samples`: nobody can be at work on it any more, and its end was never written. */
export function isCutOff(tickSeconds: number): SQL {
  return sql`(state = 'running' and clock_timestamp() > ${LAST_WRITES_SECONDS}::int * interval '1 second' + greatest(
    to_timestamp((minute::bigint + 1) * ${tickSeconds}::int),
    started_at + ${SHORTEST_SAMPLE_SECONDS}::int * interval '1 second'))`;
}

/** The minute that runs, by the time of the transaction. */
export function currentMinute(tickSeconds: number): SQL {
  return minuteOf(sql`now()`, tickSeconds);
}

/** The number of the minute that a time lies in. */
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

/** The season that a minute belongs to, by when it begins; null for none. */
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

/** Whole milliseconds until the minute is over, by the database's clock; 0 when it is. */
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

function startOf({ minute, tickSeconds }: { minute: number; tickSeconds: number }): SQL {
  return sql`to_timestamp(${minute}::bigint * ${tickSeconds}::int)`;
}

/** An approved streamer, with what the last samples told of the channel. */
export type Channel = {
  accountId: number;
  twitchUserId: string;
  streamStartedAt: Date | null;
  seenMinute: number | null;
  observedMinute: number | null;
};

/** Whoever is banned sends nobody to their chat. */
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
  /** Who the account was linked with: it may be somebody else by now. */
  twitchUserId: string;
  isLive: boolean;
  isEligible: boolean;
  streamStartedAt: Date | null;
  /** Whether it is known who watches. */
  isObserved: boolean;
};

/** Notes what this minute told of each channel, in one statement. A late sample changes nothing newer. */
export async function upsertChannels(db: Db, minute: number, sights: ChannelObservation[]): Promise<void> {
  if (sights.length === 0) return;
  await db.execute(sql`
    insert into drop_channels as c
      (account_id, is_live, is_eligible, stream_started_at, seen_minute, observed_minute)
    select s.account_id, s.is_live, s.is_eligible, s.started_at, ${minute}::int,
           case when s.is_observed then ${minute}::int else ${minute}::int - 1000 end
    from unnest(
      ${sql.param(sights.map(({ accountId }) => accountId))}::int[],
      ${sql.param(sights.map(({ twitchUserId }) => twitchUserId))}::text[],
      ${sql.param(sights.map(({ isLive }) => isLive))}::bool[],
      ${sql.param(sights.map(({ isEligible }) => isEligible))}::bool[],
      ${sql.param(sights.map(({ streamStartedAt }) => streamStartedAt))}::timestamptz[],
      ${sql.param(sights.map(({ isObserved }) => isObserved))}::bool[]
    ) as s (account_id, twitch_user_id, is_live, is_eligible, started_at, is_observed)
    join twitch_links l on l.account_id = s.account_id and l.twitch_user_id = s.twitch_user_id
    order by s.account_id
    for key share of l
    on conflict (account_id) do update set
      is_live = excluded.is_live,
      is_eligible = excluded.is_eligible,
      stream_started_at = excluded.stream_started_at,
      seen_minute = excluded.seen_minute,
      -- Who watched another stream says nothing of who watches this one.
      observed_minute = case
        when c.stream_started_at is not distinct from excluded.stream_started_at
        then greatest(c.observed_minute, excluded.observed_minute)
        else excluded.observed_minute end
    where c.seen_minute < excluded.seen_minute`);
}

/** Twitch's users may change their names; what they were called when they linked leads nowhere then. */
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
    where l.twitch_user_id = u.user_id
      and (l.login, l.display_name) is distinct from (u.login, u.display_name)`);
}

/** Deletes what nobody asks for any more. */
export async function deleteOldSamples(db: Db, tickSeconds: number): Promise<void> {
  const oldest = minuteOf(sql`now() - make_interval(days => ${KEPT_DAYS}::int)`, tickSeconds);
  await db.execute(sql`delete from drop_samples where minute < ${oldest}`);
  await deleteMinutesWhere(db, sql`minute < ${oldest}`);
}

/**
 * Deletes what is numbered more than a day ahead, as it is after a shorter tick or a clock that was wrong: it would
 * pass for the newest for years. The sums stay.
 *
 * @param db no transaction: what is deleted stays so, whatever becomes of the rest
 */
export async function deleteSamplesAhead(db: Database, tickSeconds: number): Promise<void> {
  const latest = minuteOf(sql`clock_timestamp() + interval '1 day'`, tickSeconds);
  await deleteMinutesWhere(db, sql`minute > ${latest}`);
  await db.execute(sql`delete from drop_channels where greatest(seen_minute, observed_minute) > ${latest}`);
  await db.execute(sql`delete from drop_samples where minute > ${latest}`);
}

/** Millions of rows an hour, where a hundred thousand people watch: more than one statement has time for. */
async function deleteMinutesWhere(db: Db, condition: SQL): Promise<void> {
  let found: number | undefined;
  do {
    // Counts what was found: another process that deletes the same rows leaves fewer to delete, and not the last ones.
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
