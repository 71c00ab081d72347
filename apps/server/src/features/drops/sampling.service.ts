import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { TwitchFailure, TwitchUnauthorized, TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import { insertCredits, type Presence } from './credits.queries.ts';
import type { OpenDrops } from './drop-parts.ts';
import {
  type Channel,
  type ChannelSight,
  insertSample,
  type SampleEnd,
  selectApprovedChannels,
  selectSeasonAt,
  updateSampleFinished,
  upsertChannels,
} from './samples.queries.ts';
import { type EligibleChannel, type Gap, gapBefore, sortChannels } from './sampling.rules.ts';
import { getAccessToken, NeedsNewLink } from './streamer-tokens.service.ts';

/** People whose minutes are credited in one statement: enough to be quick, few enough not to hold others up. */
const CREDITED_AT_ONCE = 5000;

/** Chats that are read at the same time. */
const CHATS_AT_ONCE = 20;

const LONGEST_DETAIL = 300;

/** However short a tick is made for a demonstration, Twitch gets this long to answer. */
const SHORTEST_LIMIT_SECONDS = 5;

/**
 * Samples the current minute, unless somebody else does or has: who streams, who is in the chats, and whose minute
 * it therefore is.
 *
 * @returns the minute; undefined when it was not this process's to sample
 */
export async function sampleMinute(parts: OpenDrops, stop?: AbortSignal): Promise<number | undefined> {
  const minute = await insertSample(parts.db, parts.config.drops.tickSeconds);
  if (minute !== undefined) await takeSample(parts, minute, stop);
  return minute;
}

/** Takes the sample of a minute that was claimed. */
export async function takeSample(parts: OpenDrops, minute: number, stop?: AbortSignal): Promise<void> {
  const { tickSeconds } = parts.config.drops;
  const { seasonId, day } = await selectSeasonAt(parts.db, { minute, tickSeconds });
  const timeLimit = AbortSignal.timeout(Math.max(tickSeconds, SHORTEST_LIMIT_SECONDS) * 1000);
  const signal = stop ? AbortSignal.any([stop, timeLimit]) : timeLimit;
  const end =
    seasonId === null
      ? nothing('No season is running.')
      : await sample(parts, { minute, day, seasonId, signal });
  await updateSampleFinished(parts.db, minute, end);
  if (end.state === 'failed')
    parts.log.warn({ minute, detail: end.detail }, 'a minute of drops was not sampled');
}

type Moment = { minute: number; day: string; seasonId: number; signal: AbortSignal };

function nothing(detail: string): SampleEnd {
  return { state: 'ok', streams: 0, failedStreams: 0, chatters: 0, credited: 0, detail };
}

async function sample(parts: OpenDrops, moment: Moment): Promise<SampleEnd> {
  try {
    return await sampleChannels(parts, moment);
  } catch (error) {
    if (!(error instanceof TwitchFailure)) throw error;
    return { ...nothing(shortened(error.message)), state: 'failed' };
  }
}

async function sampleChannels(parts: OpenDrops, moment: Moment): Promise<SampleEnd> {
  const channels = await selectApprovedChannels(parts.db);
  if (channels.length === 0) return nothing('No streamer is approved.');
  const ids = channels.map(({ twitchUserId }) => twitchUserId);
  const streams = await parts.twitch.client.getStreams(ids, { signal: moment.signal });
  const { eligible, elsewhere, offline } = sortChannels(channels, streams, parts.twitch.gameIds);

  const credits = createCredits(parts, moment);
  await creditStreamers(credits, moment, eligible);
  // Who streams is known already, whatever becomes of the chats.
  await credits.flush();
  const { read, failures } = await readChats(parts, { eligible, credits, moment });
  await credits.flush();
  await parts.db.transaction((tx) =>
    upsertChannels(tx, moment.minute, [
      ...eligible.map((channel) => sightOf(channel, read.has(channel.accountId))),
      ...elsewhere.map((channel) => sightOf(channel, true, false)),
      ...offline.map(({ accountId }) => OFFLINE(accountId)),
    ]),
  );
  const failedStreams = failures.size;
  return {
    state: failedStreams === 0 ? 'ok' : failedStreams < eligible.length ? 'partial' : 'failed',
    streams: eligible.length,
    failedStreams,
    chatters: credits.chatters(),
    credited: credits.credited(),
    detail: failedStreams === 0 ? null : shortened([...new Set(failures.values())].join(' ')),
  };
}

function sightOf(
  { accountId, stream }: EligibleChannel,
  isObserved: boolean,
  isEligible = true,
): ChannelSight {
  return { accountId, isLive: true, isEligible, streamStartedAt: stream.startedAt, isObserved };
}

const OFFLINE = (accountId: number): ChannelSight => ({
  accountId,
  isLive: false,
  isEligible: false,
  streamStartedAt: null,
  isObserved: true,
});

async function creditStreamers(
  credits: Credits,
  { minute }: Moment,
  eligible: EligibleChannel[],
): Promise<void> {
  for (const { accountId, twitchUserId, stream, streamStartedAt, seenMinute } of eligible) {
    const gap = gapBefore(minute, { known: seenMinute, streamStartedAt, stream });
    // Written in batches, and not one by one.
    await credits.add('streamer', { people: [twitchUserId], channelId: accountId, gap });
  }
}

async function readChats(
  parts: OpenDrops,
  { eligible, credits, moment }: { eligible: EligibleChannel[]; credits: Credits; moment: Moment },
): Promise<{ read: Set<number>; failures: Map<number, string> }> {
  const read = new Set<number>();
  const failures = new Map<number, string>();
  const waiting = [...eligible];
  const work = async () => {
    for (let channel = waiting.pop(); channel !== undefined; channel = waiting.pop()) {
      const { accountId, stream, streamStartedAt, observedMinute } = channel;
      try {
        if (moment.signal.aborted) throw new TwitchUnavailable('The minute was over before its turn came.');
        const people = await readChat(parts, channel, moment.signal);
        const gap = gapBefore(moment.minute, { known: observedMinute, streamStartedAt, stream });
        await credits.add('viewer', { people, channelId: accountId, gap });
        read.add(accountId);
      } catch (error) {
        if (!(error instanceof TwitchFailure) && !(error instanceof NeedsNewLink)) throw error;
        failures.set(accountId, error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: CHATS_AT_ONCE }, work));
  return { read, failures };
}

/** A token that Twitch refuses is refreshed once: it may have been revoked, or have expired early. */
async function readChat(
  parts: OpenDrops,
  { accountId, twitchUserId: broadcasterId }: Channel,
  signal: AbortSignal,
): Promise<string[]> {
  const accessToken = await getAccessToken(parts, accountId, { signal });
  try {
    return await parts.twitch.client.getChatters({ broadcasterId, accessToken, signal });
  } catch (error) {
    if (!(error instanceof TwitchUnauthorized)) throw error;
    const renewed = await getAccessToken(parts, accountId, { unlike: accessToken, signal });
    return parts.twitch.client.getChatters({ broadcasterId, accessToken: renewed, signal });
  }
}

type Seen = { people: string[]; channelId: number; gap: Gap | undefined };

type Credits = ReturnType<typeof createCredits>;

/** Gathers who was seen and writes it in large pieces. */
function createCredits(parts: OpenDrops, { minute, day, seasonId }: Moment) {
  const { dailyCapMinutes, tickSeconds } = parts.config.drops;
  let chatters = 0;
  let credited = 0;
  const now: Record<DropKind, Presence> = { viewer: empty(), streamer: empty() };
  const gaps = new Map<string, Presence & { kind: DropKind; gap: Gap }>();

  async function write(kind: DropKind, presence: Presence, at: { minute: number; since: number | null }) {
    if (presence.people.length === 0) return;
    const place =
      at.minute === minute
        ? { seasonId, day }
        : await selectSeasonAt(parts.db, { minute: at.minute, tickSeconds });
    // A gap may reach back into another season; its minutes then belong to nobody.
    if (place.seasonId !== seasonId) return;
    // Added afterwards: others write at the same time.
    const count = await parts.db.transaction((tx) =>
      insertCredits(tx, {
        ...presence,
        ...at,
        kind,
        seasonId,
        day: place.day,
        dailyCap: dailyCapMinutes ?? null,
      }),
    );
    credited += count;
  }

  async function flushNow(kind: DropKind) {
    const presence = now[kind];
    now[kind] = empty();
    await write(kind, presence, { minute, since: null });
  }

  async function flushGap(key: string) {
    const waiting = gaps.get(key);
    gaps.delete(key);
    if (!waiting) return;
    const { kind, gap, ...presence } = waiting;
    // At most three, and each needs the one before it to be known.
    for (const missed of gap.minutes) await write(kind, presence, { minute: missed, since: gap.since });
  }

  return {
    add: async (kind: DropKind, { people, channelId, gap }: Seen): Promise<void> => {
      if (kind === 'viewer') chatters += people.length;
      append(now[kind], people, channelId);
      if (gap) {
        const key = `${kind} ${gap.since}`;
        const waiting = gaps.get(key) ?? { ...empty(), kind, gap };
        gaps.set(key, waiting);
        append(waiting, people, channelId);
        if (waiting.people.length >= CREDITED_AT_ONCE) await flushGap(key);
      }
      if (now[kind].people.length >= CREDITED_AT_ONCE) await flushNow(kind);
    },
    flush: async (): Promise<void> => {
      await flushNow('streamer');
      await flushNow('viewer');
      for (const key of gaps.keys()) await flushGap(key);
    },
    chatters: () => chatters,
    credited: () => credited,
  };
}

function empty(): Presence {
  return { people: [], channels: [] };
}

function append({ people, channels }: Presence, seen: string[], channelId: number): void {
  for (const person of seen) {
    people.push(person);
    channels.push(channelId);
  }
}

function shortened(detail: string): string {
  return detail.length > LONGEST_DETAIL ? `${detail.slice(0, LONGEST_DETAIL)}…` : detail;
}
