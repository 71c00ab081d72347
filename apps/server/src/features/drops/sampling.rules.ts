import type { TwitchStream } from '#platform/twitch/twitch-helix.ts';
import type { Channel } from './samples.queries.ts';

/** The longest failure of our own that is made good, in minutes. */
const LONGEST_GAP = 3;

/** However late a sample begins, and however short a tick is made for a demonstration, Twitch gets this long. */
export const SHORTEST_SAMPLE_SECONDS = 5;

/** A sample whose time is up has this long to write what it has learned. */
export const LAST_WRITES_SECONDS = 10;

const DAY_SECONDS = 86_400;

/** A day in UTC, as an ISO date, with its first minute and the first one of the next day. */
export type Day = { date: string; first: number; next: number };

/** The day that a minute belongs to. */
export function dayOf(minute: number, tickSeconds: number): Day {
  const day = Math.floor((minute * tickSeconds) / DAY_SECONDS);
  const firstOf = (number: number) => Math.ceil((number * DAY_SECONDS) / tickSeconds);
  const date = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  return { date, first: firstOf(day), next: firstOf(day + 1) };
}

/** A channel that is live in an allowed category, and so counts. */
export type EligibleChannel = Channel & { stream: TwitchStream };

/** What Twitch's list of live streams says of each channel. */
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

/** Minutes that were missed by our own failure, and the known minute before them. */
export type Gap = { since: number; minutes: number[] };

/**
 * The gap between the last minute of which something is known and this one, when it is short enough to be made good.
 * The stream must have run through it: another one may have had nobody watching.
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
