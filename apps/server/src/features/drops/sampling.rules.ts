import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';
import type { Channel } from './samples.queries.ts';

/** The longest gap that is credited later, in minutes. */
const LONGEST_GAP = 3;

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

/** Groups channels by their stream: in an allowed category, in another one, or offline. */
export function sortChannels(
  channels: Channel[],
  streams: TwitchStream[],
  gameIds: ReadonlySet<string>,
): { eligible: EligibleChannel[]; elsewhere: EligibleChannel[]; offline: Channel[] } {
  const byUser = new Map(streams.map((stream) => [stream.userId, stream]));
  const live = channels.flatMap((channel) => {
    const stream = byUser.get(channel.twitchUserId);
    return stream ? [{ ...channel, stream }] : [];
  });
  return {
    eligible: live.filter(({ stream }) => gameIds.has(stream.gameId)),
    elsewhere: live.filter(({ stream }) => !gameIds.has(stream.gameId)),
    offline: channels.filter(({ twitchUserId }) => !byUser.has(twitchUserId)),
  };
}

/** Minutes that the portal missed, and the observed minute before them. */
export type Gap = { since: number; minutes: number[] };

/**
 * The gap between the last observed minute and this one, if it is short enough to be credited later. The same stream
 * must have run throughout, because nothing is known about the viewers of another one.
 */
export function gapBefore(
  minute: number,
  {
    known,
    streamStartedAt,
    stream,
  }: { known: number | null; streamStartedAt: Date | null; stream: TwitchStream },
): Gap | undefined {
  if (known === null) return undefined;
  const length = minute - known - 1;
  if (length < 1 || length > LONGEST_GAP) return undefined;
  if (streamStartedAt?.getTime() !== stream.startedAt.getTime()) return undefined;
  return { since: known, minutes: Array.from({ length }, (_, index) => known + 1 + index) };
}
