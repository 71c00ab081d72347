import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';
import type { Channel } from './samples.queries.ts';

/** The longest gap that is credited later, in minutes. */
export const LONGEST_GAP = 3;

/** Twitch has at least this long to answer, even if the sample begins late or the tick is short. */
export const SHORTEST_SAMPLE_SECONDS = 5;

/** After its time limit, a sample has this long to write its results. */
export const LAST_WRITES_SECONDS = 10;

const DAY_SECONDS = 86_400;

/** A day in UTC: ISO date, its first minute, and the first minute of the next day. */
export type Day = { date: string; first: number; next: number };

/** The day that a minute belongs to. */
export function dayOf(minute: number, tickSeconds: number): Day {
  const day = Math.floor((minute * tickSeconds) / DAY_SECONDS);
  const firstOf = (number: number) => Math.ceil((number * DAY_SECONDS) / tickSeconds);
  const date = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return { date, first: firstOf(day), next: firstOf(day + 1) };
}

/** A channel that is live in an allowed category. */
export type EligibleChannel = Channel & { stream: TwitchStream };

/**
 * Groups channels by their stream: in an allowed category, in another one, ended, or unknown. Twitch leaves out live
 * streams now and then, or lists one that has been replaced: only a stream that stays away has ended.
 */
export function sortChannels(
  minute: number,
  channels: Channel[],
  { streams, gameIds }: { streams: TwitchStream[]; gameIds: ReadonlySet<string> },
): { eligible: EligibleChannel[]; elsewhere: EligibleChannel[]; unknown: Channel[]; ended: Channel[] } {
  const byUser = new Map(streams.map((stream) => [stream.userId, stream]));
  const listed = channels.map((channel) => ({ channel, stream: byUser.get(channel.twitchUserId) }));
  const live = listed.flatMap(({ channel, stream }) =>
    stream && !isReplaced(minute, channel, stream) ? [{ ...channel, stream }] : [],
  );
  const found = new Set(live.map(({ accountId }) => accountId));
  const lost = channels.filter(({ accountId, isLive }) => isLive === true && !found.has(accountId));
  return {
    eligible: live.filter(({ stream }) => gameIds.has(stream.gameId)),
    elsewhere: live.filter(({ stream }) => !gameIds.has(stream.gameId)),
    unknown: lost.filter((channel) => wasSeenLately(minute, channel)),
    ended: lost.filter((channel) => !wasSeenLately(minute, channel)),
  };
}

/** Whether the list still shows the stream before the one that was seen last. */
function isReplaced(minute: number, channel: Channel, { startedAt }: TwitchStream): boolean {
  const { streamStartedAt } = channel;
  return streamStartedAt !== null && startedAt < streamStartedAt && wasSeenLately(minute, channel);
}

/** Whether at most as many minutes were missed as may be made up for. */
function wasSeenLately(minute: number, { seenMinute }: Channel): boolean {
  return seenMinute !== null && seenMinute >= minute - LONGEST_GAP;
}

/**
 * The first minute whose viewers, if they are present now, count as having stayed: at most three minutes were missed
 * since, and in at most one of them the chat was read without them. The same stream must have run throughout in an
 * allowed category, because nothing is known about the viewers of another one.
 *
 * @returns null when nothing is known about the minutes before
 */
export function stayedSince(
  minute: number,
  { stream, streamStartedAt, bridgedFrom, observedMinute }: EligibleChannel,
): number | null {
  if (streamStartedAt?.getTime() !== stream.startedAt.getTime()) return null;
  const known = bridgedFrom ?? observedMinute;
  return known === null ? null : Math.max(known, minute - 1 - LONGEST_GAP);
}

/** The same for the streamer, whose stream is known whether or not the chat was read. */
export function streamedSince(
  minute: number,
  { stream, streamStartedAt, seenMinute }: EligibleChannel,
): number | null {
  if (streamStartedAt?.getTime() !== stream.startedAt.getTime() || seenMinute === null) return null;
  return Math.max(seenMinute, minute - 1 - LONGEST_GAP);
}
