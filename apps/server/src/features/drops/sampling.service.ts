import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';
import { readChats, describeFailure } from './chat-reader.ts';
import { createCredits } from './credits.service.ts';
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
import { type EligibleChannel, gapBefore, SHORTEST_SAMPLE_SECONDS, sortChannels } from './sampling.rules.ts';

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
  const seasonId = await selectSeasonIdAt(parts.db, { minute, tickSeconds });
  if (seasonId === null) {
    end.detail = 'No season is running.';
    return;
  }
  // Limited to the minute, so that a slow sample does not delay the next one.
  const msLeft = await selectMsLeft(parts.db, { minute, tickSeconds });
  const timeLimit = AbortSignal.timeout(Math.max(msLeft, SHORTEST_SAMPLE_SECONDS * 1000));
  const signal = stop ? AbortSignal.any([stop, timeLimit]) : timeLimit;
  await sampleChannels(parts, { minute, seasonId, signal, end });
}

/** Results are added to `end` as they happen. */
type SampleRun = { minute: number; seasonId: number; signal: AbortSignal; end: SampleEnd };

async function sampleChannels(parts: EnabledTwitch, run: SampleRun): Promise<void> {
  const { minute, signal, end } = run;
  const channels = await selectApprovedChannels(parts.db);
  if (channels.length === 0) {
    end.detail = 'No streamer is approved.';
    return;
  }
  const streams = await findStreams(parts, channels, run);
  if (!streams) return;
  const { eligible, elsewhere, offline } = sortChannels(channels, streams, parts.twitch.gameIds);
  end.streams = eligible.length;

  const credits = createCredits(parts, run);
  for (const { accountId, twitchUserId, stream, streamStartedAt, seenMinute } of eligible) {
    const gap = gapBefore(minute, { known: seenMinute, streamStartedAt, stream });
    await credits.add('streamer', { people: [twitchUserId], channelId: accountId, gap });
  }
  // Streamers are credited even if reading the chats fails.
  await credits.flush();
  const failures = await readChats(parts, {
    channels: eligible,
    signal,
    onChat: ({ accountId, stream, streamStartedAt, observedMinute }, people) => {
      const gap = gapBefore(minute, { known: observedMinute, streamStartedAt, stream });
      return credits.add('viewer', { people, channelId: accountId, gap });
    },
  });
  await credits.flush();
  // Not in one transaction. Lock order: link, then channel. Reversing it deadlocks with a new link.
  await updateLinkNames(parts.db, streams);
  await upsertChannels(parts.db, minute, [
    ...eligible.map((channel) => observationOf(channel, { isObserved: !failures.has(channel.accountId) })),
    ...elsewhere.map((channel) => observationOf(channel, { isEligible: false })),
    ...offline.map(offlineObservation),
  ]);
  recordFailures(end, failures);
}

/** @returns undefined on failure, with the reason in `end` */
async function findStreams(
  parts: EnabledTwitch,
  channels: Channel[],
  { signal, end }: SampleRun,
): Promise<TwitchStream[] | undefined> {
  const ids = channels.map(({ twitchUserId }) => twitchUserId);
  try {
    return await parts.twitch.client.getStreams(ids, { signal });
  } catch (error) {
    end.state = 'failed';
    end.detail = shortened(describeFailure(error, signal));
    return undefined;
  }
}

function recordFailures(end: SampleEnd, failures: Map<number, string>): void {
  if (failures.size === 0) return;
  end.failedStreams = failures.size;
  end.state = failures.size < end.streams || end.credited > 0 ? 'partial' : 'failed';
  end.detail = shortened([...new Set(failures.values())].join(' '));
}

function observationOf(
  { accountId, twitchUserId, stream }: EligibleChannel,
  { isEligible = true, isObserved = true }: { isEligible?: boolean; isObserved?: boolean },
): ChannelObservation {
  const { startedAt: streamStartedAt } = stream;
  return { accountId, twitchUserId, isLive: true, isEligible, streamStartedAt, isObserved };
}

function offlineObservation({ accountId, twitchUserId }: Channel): ChannelObservation {
  const offline = { isLive: false, isEligible: false, streamStartedAt: null, isObserved: true };
  return { accountId, twitchUserId, ...offline };
}

function shortened(detail: string): string {
  return detail.length > LONGEST_DETAIL ? `${detail.slice(0, LONGEST_DETAIL)}…` : detail;
}
