import {
  type EnabledTwitch,
  selectAllStreamerTokens,
  type StreamerTokens,
  getAccessToken,
  NeedsNewLink,
} from '#features/twitch-links/twitch-links.ts';
import { isDatabaseUnavailable } from '#platform/db/database-errors.ts';
import { MOST_CONCURRENCY } from '#platform/twitch/twitch-client.ts';
import {
  TwitchFailure,
  TwitchIncomplete,
  TwitchUnauthorized,
  TwitchUnavailable,
} from '#platform/twitch/twitch-errors.ts';
import type { Channel } from './samples.queries.ts';

/** What is needed to read a channel's chat. */
type ReadableChannel = Pick<Channel, 'accountId' | 'twitchUserId' | 'observedMinute'>;

/** As many as the client may have under way; it decides how many really are. */
const CHATS_AT_ONCE = MOST_CONCURRENCY;

/**
 * Reads who is in each channel's chat, several channels at a time, and passes them to `onChat`. Those in an incomplete list
 * are passed too: they are present in any case.
 *
 * @returns account id → why its chat could not be read as a whole; nobody counts as absent there
 * @throws bugs and errors of the database, after all running reads have ended
 */
export async function readChats<Target extends ReadableChannel>(
  parts: EnabledTwitch,
  { channels, signal, onChat }: { channels: Target[]; signal: AbortSignal; onChat: OnChat<Target> },
): Promise<Map<number, string>> {
  const failures = new Map<number, string>();
  // Least recently observed first. If the minute is too short for all, the rest are read first in the next one,
  // which closes their gap.
  const waiting = channels
    .toSorted((one, other) => (one.observedMinute ?? 0) - (other.observedMinute ?? 0))
    .values();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const ids = channels.map(({ accountId }) => accountId);
  const rows = await selectAllStreamerTokens(parts.db, ids);
  const tokens = new Map(rows.map((row) => [row.accountId, row]));

  async function readNext(channel: Target): Promise<void> {
    const held = tokens.get(channel.accountId);
    const people = await readChat(parts, channel, { held, signal: either }).catch((error: unknown) => {
      failures.set(channel.accountId, describeFailure(error, either));
      return error instanceof TwitchIncomplete ? error.userIds : undefined;
    });
    if (people) await onChat(channel, people);
  }

  async function work(): Promise<void> {
    try {
      for (const channel of waiting) await readNext(channel);
    } catch (error) {
      // Stops the other readers: no read may outlive the sample.
      failed.abort();
      throw error;
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: CHATS_AT_ONCE }, work));
  const bug = ended.find((outcome) => outcome.status === 'rejected');
  if (bug) throw bug.reason;
  return failures;
}

/** `people` are Twitch user ids. */
type OnChat<Target> = (channel: Target, people: string[]) => Promise<void>;

/** Refreshes a refused token once: it may have been revoked or have expired early. */
async function readChat(
  parts: EnabledTwitch,
  { accountId, twitchUserId: broadcasterId }: ReadableChannel,
  { held, signal }: { held: StreamerTokens | undefined; signal: AbortSignal },
): Promise<string[]> {
  signal.throwIfAborted();
  const accessToken = await getAccessToken(parts, accountId, { held, signal });
  try {
    return await parts.twitch.client.getChatters({ broadcasterId, accessToken, signal });
  } catch (error) {
    if (!(error instanceof TwitchUnauthorized)) throw error;
    const renewed = await getAccessToken(parts, accountId, { unlike: accessToken, signal });
    return parts.twitch.client.getChatters({ broadcasterId, accessToken: renewed, signal });
  }
}

/**
 * Describes for staff why Twitch's data could not be read.
 *
 * @throws the error itself when it is a bug
 */
export function describeFailure(error: unknown, signal: AbortSignal): string {
  const isAbort = error instanceof TwitchUnavailable || isNamed(error, 'AbortError', 'TimeoutError');
  if (signal.aborted && isAbort)
    return isNamed(signal.reason, 'TimeoutError')
      ? 'The minute ended before Twitch had answered every request.'
      : 'The portal was stopped before Twitch had answered every request.';
  if (error instanceof TwitchFailure || error instanceof NeedsNewLink) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database could not be reached.';
  throw error;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
