import {
  type EnabledTwitch,
  selectAllStreamerTokens,
  type StreamerTokens,
  getAccessToken,
  NeedsNewLink,
} from '#features/twitch-links/twitch-links.ts';
import { isDatabaseUnavailable } from '#platform/db/database-errors.ts';
import { TwitchFailure, TwitchUnauthorized, TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import type { Channel } from './samples.queries.ts';

/** Chats that are read at the same time. */
const CHATS_AT_ONCE = 20;

/**
 * Reads who is in each channel's chat and hands them on, several at a time.
 *
 * @returns why some could not be read, by account: those are nobody's absence
 * @throws what is nobody's failure but a bug or a lost database; by then nothing is under way any more
 */
export async function readChats<Place extends Channel>(
  parts: EnabledTwitch,
  { channels, signal, see }: { channels: Place[]; signal: AbortSignal; see: See<Place> },
): Promise<Map<number, string>> {
  const failures = new Map<number, string>();
  // Where the minute is too short for all, others are left out than in the one before, and find their gap closed.
  const waiting = channels
    .toSorted((one, other) => (one.observedMinute ?? 0) - (other.observedMinute ?? 0))
    .values();
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  const ids = channels.map(({ accountId }) => accountId);
  const rows = await selectAllStreamerTokens(parts.db, ids);
  const tokens = new Map(rows.map((row) => [row.accountId, row]));

  async function readNext(channel: Place): Promise<void> {
    const held = tokens.get(channel.accountId);
    const people = await readChat(parts, channel, { held, signal: either }).catch((error: unknown) => {
      failures.set(channel.accountId, describeFailure(error, either));
    });
    if (people) await see(channel, people);
  }

  async function work(): Promise<void> {
    try {
      for (const channel of waiting) await readNext(channel);
    } catch (error) {
      // Ends the others as well: nothing may go on once the sample has ended.
      broken.abort();
      throw error;
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: CHATS_AT_ONCE }, work));
  const bug = ended.find((outcome) => outcome.status === 'rejected');
  if (bug) throw bug.reason;
  return failures;
}

type See<Place> = (channel: Place, people: string[]) => Promise<void>;

/** A token that Twitch refuses is refreshed once: it may have been revoked, or have expired early. */
async function readChat(
  parts: EnabledTwitch,
  { accountId, twitchUserId: broadcasterId }: Channel,
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
 * In words for staff, why Twitch has not told.
 *
 * @throws the error itself, when it is a bug
 */
export function describeFailure(error: unknown, signal: AbortSignal): string {
  const isAbort = error instanceof TwitchUnavailable || isNamed(error, 'AbortError', 'TimeoutError');
  if (signal.aborted && isAbort)
    return isNamed(signal.reason, 'TimeoutError')
      ? 'The minute was over before Twitch had told everything.'
      : 'The portal was stopped before Twitch had told everything.';
  if (error instanceof TwitchFailure || error instanceof NeedsNewLink) return error.message;
  if (isDatabaseUnavailable(error)) return 'The database could not be reached.';
  throw error;
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
