import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import { IDS_A_CALL, inChunks, type TwitchStream } from '#platform/twitch/twitch-helix.ts';
import { readChats, describeFailure } from './chat-reader.ts';
import { createCredits } from './credits.service.ts';
import { upsertStreamFailures } from './rules/account-rules.queries.ts';
import { selectRulesAt } from './rules/season-rules.queries.ts';
import { judgeStreams, type StreamRule } from './rules/stream-rules.ts';
import {
  type Channel,
  type ChannelObservation,
  insertSample,
  type SampleEnd,
  selectApprovedChannels,
  selectMsLeft,
  selectSeasonIdAt,
  updateLinkNames,
  updateSampleFinished,
  upsertChannels,
} from './samples.queries.ts';
import {
  type EligibleChannel,
  SHORTEST_SAMPLE_SECONDS,
  sortChannels,
  stayedSince,
  streamedSince,
} from './sampling.rules.ts';

const LONGEST_DETAIL = 300;

/**
 * Samples the current minute: reads who streams and who is in the chats, and credits them.
 *
 * @returns `taken` or `busy` when this process could not claim the minute
 */
export async function sampleMinute(
  parts: EnabledTwitch,
  stop?: AbortSignal,
): Promise<'sampled' | 'taken' | 'busy'> {
  const turn = await parts.db.transaction((tx) => insertSample(tx, parts.config.drops.tickSeconds));
  if (typeof turn === 'string') return turn;
  await takeSample(parts, turn.minute, stop);
  return 'sampled';
}

/**
 * Takes the sample of a minute that this process has claimed, and stores its outcome.
 *
 * @throws errors that are not Twitch's
 */
export async function takeSample(parts: EnabledTwitch, minute: number, stop?: AbortSignal): Promise<void> {
  const end: SampleEnd = {
    state: 'ok',
    streams: 0,
    failedStreams: 0,
    unknownStreams: 0,
    chatters: 0,
    credited: 0,
    detail: null,
  };
  try {
    await sample(parts, { minute, stop, end });
  } catch (error) {
    const failed = { ...end, state: 'failed', detail: "The portal failed. See the server's log." } as const;
    // If this write fails too, `isCutOff` detects the sample by its age.
    await updateSampleFinished(parts.db, minute, failed).catch(() => {});
    throw error;
  }
  await updateSampleFinished(parts.db, minute, end);
  if (end.state === 'failed')
    parts.log.warn({ minute, detail: end.detail }, 'a minute of drops was not sampled');
}

async function sample(
  parts: EnabledTwitch,
  { minute, stop, end }: { minute: number; stop: AbortSignal | undefined; end: SampleEnd },
): Promise<void> {
  const { tickSeconds } = parts.config.drops;
  const [seasonId, rules] = await Promise.all([
    selectSeasonIdAt(parts.db, { minute, tickSeconds }),
    selectRulesAt(parts.db, { minute, tickSeconds }),
  ]);
  // After a season's end nothing new counts, but gaps in its last minutes are still closed.
  if (rules === undefined) {
    end.detail = 'No season is running.';
    return;
  }
  // Limited to the minute, so that a slow sample does not delay the next one.
  const msLeft = await selectMsLeft(parts.db, { minute, tickSeconds });
  const timeLimit = AbortSignal.timeout(Math.max(msLeft, SHORTEST_SAMPLE_SECONDS * 1000));
  const signal = stop ? AbortSignal.any([stop, timeLimit]) : timeLimit;
  await sampleChannels(parts, { minute, seasonId, rules, signal, end });
}

/** Results are added to `end` as they happen. */
type SampleRun = {
  minute: number;
  seasonId: number | null;
  rules: SeasonRules;
  signal: AbortSignal;
  end: SampleEnd;
};

async function sampleChannels(parts: EnabledTwitch, run: SampleRun): Promise<void> {
  const { minute, seasonId, rules, signal, end } = run;
  const channels = await selectApprovedChannels(parts.db);
  if (channels.length === 0) {
    end.detail = 'No streamer is approved.';
    return;
  }
  const { streams, asked } = await findStreams(parts, channels, run);
  if (asked.length === 0) return;
  const { gameIds } = parts.twitch;
  const { eligible: listed, elsewhere, unknown, ended } = sortChannels(minute, asked, { streams, gameIds });
  const { met: eligible, unmet } = judgeStreams(listed, rules);
  end.streams = eligible.length;
  end.unknownStreams = unknown.length + countLive(channels) - countLive(asked);

  const credits = createCredits(parts, run);
  for (const channel of eligible) {
    const { accountId: channelId, twitchUserId } = channel;
    const since = streamedSince(minute, channel);
    await credits.add('streamer', { people: [twitchUserId], channelId, since });
  }
  // Streamers are credited even if reading the chats fails.
  await credits.flush();
  const failures = await readChats(parts, {
    channels: eligible,
    signal,
    onChat: (channel, people) => {
      const { accountId: channelId } = channel;
      return credits.add('viewer', { people, channelId, since: stayedSince(minute, channel) });
    },
  });
  await credits.flush();
  // Not in one transaction. Lock order: link, then channel. Reversing it deadlocks with a new link.
  await updateLinkNames(parts.db, streams);
  await upsertChannels(parts.db, minute, [
    ...eligible.map((channel) =>
      observationOf(channel, { failure: failures.get(channel.accountId) ?? null }),
    ),
    ...elsewhere.map((channel) => observationOf(channel, { isEligible: false })),
    ...unmet.map((channel) => observationOf(channel, { isEligible: false, unmetRule: channel.unmetRule })),
    // Nothing is stored of unknown ones, so that their gaps close when they return.
    ...ended.map(endedObservation),
  ]);
  if (seasonId !== null) await upsertStreamFailures(parts.db, { seasonId, minute, unmet });
  recordFailures(end, failures);
}

type Found = { streams: TwitchStream[]; asked: Channel[] };

/**
 * Asks for a hundred channels at a time, so that a failed call leaves only its own channels unknown.
 *
 * @returns the streams, and the channels that Twitch was asked about; the failures are in `end`
 */
async function findStreams(
  parts: EnabledTwitch,
  channels: Channel[],
  { signal, end }: SampleRun,
): Promise<Found> {
  const failures: string[] = [];
  const ask = async (asked: Channel[]): Promise<Found> => {
    try {
      const ids = asked.map(({ twitchUserId }) => twitchUserId);
      return { streams: await parts.twitch.client.getStreams(ids, { signal }), asked };
    } catch (error) {
      failures.push(describeFailure(error, signal));
      return { streams: [], asked: [] };
    }
  };
  const found = await Promise.all(inChunks(channels, IDS_A_CALL).map(ask));
  if (failures.length > 0) {
    end.state = failures.length < found.length ? 'partial' : 'failed';
    end.detail = shortened([...new Set(failures)].join(' '));
  }
  return { streams: found.flatMap(({ streams }) => streams), asked: found.flatMap(({ asked }) => asked) };
}

function countLive(channels: Channel[]): number {
  return channels.filter(({ isLive }) => isLive).length;
}

function recordFailures(end: SampleEnd, failures: Map<number, string>): void {
  if (failures.size === 0) return;
  end.failedStreams = failures.size;
  end.state = failures.size < end.streams || end.credited > 0 ? 'partial' : 'failed';
  const details = [end.detail ?? [], ...failures.values()].flat();
  end.detail = shortened([...new Set(details)].join(' '));
}

function observationOf(
  { accountId, twitchUserId, stream }: EligibleChannel,
  {
    isEligible = true,
    failure = null,
    unmetRule = null,
  }: { isEligible?: boolean; failure?: string | null; unmetRule?: StreamRule | null },
): ChannelObservation {
  const { startedAt: streamStartedAt } = stream;
  return {
    accountId,
    twitchUserId,
    isLive: true,
    isEligible,
    streamStartedAt,
    failure,
    unmetRule,
    shown: stream,
  };
}

const OFFLINE = { title: '', viewers: 0, thumbnailUrl: null };

function endedObservation({ accountId, twitchUserId }: Channel): ChannelObservation {
  const offline = {
    isLive: false,
    isEligible: false,
    streamStartedAt: null,
    failure: null,
    unmetRule: null,
    shown: OFFLINE,
  };
  return { accountId, twitchUserId, ...offline };
}

function shortened(detail: string): string {
  return detail.length > LONGEST_DETAIL ? `${detail.slice(0, LONGEST_DETAIL)}…` : detail;
}
