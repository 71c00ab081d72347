import { setTimeout as pause } from 'node:timers/promises';
import { isValid } from '#platform/twitch/is-valid.ts';
import { TokenUnreadable } from '#platform/twitch/token-box.ts';
import { TwitchFailure, TwitchRefused, TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import type { TwitchTokens } from '#platform/twitch/twitch-oauth.ts';
import { unlessAborted } from '#platform/twitch/unless-aborted.ts';
import type { EnabledTwitch } from './twitch-parts.ts';
import { revoke, sealTokens } from './links.service.ts';
import {
  type DueValidation,
  selectStreamerTokens,
  type StreamerTokens,
  updateNeedsNewLink,
  updateRefreshEnded,
  updateRefreshLeased,
  updateTokensRefreshed,
  updateTokensResealed,
  updateValidated,
  updateValidationTried,
} from './streamer-tokens.queries.ts';

const WAIT_MS = 250;
const MOST_WAITS = 40;

/** With the client's timeout that follows, shorter than the lease of a refresh. */
const REFRESH_SENT_WITHIN_MS = 15_000;

/** Half of what the client asks at the same time: the chats of this minute go on meanwhile. */
const VALIDATED_AT_ONCE = 10;
const VALIDATIONS_TAKEN = 20;
const VALIDATE_WITHIN_MS = 90_000;

/** A streamer's chat cannot be read before they link anew. */
export class NeedsNewLink extends Error {
  constructor(accountId: number) {
    super(`Account ${accountId} has to link Twitch anew.`);
    this.name = 'NeedsNewLink';
  }
}

/**
 * An access token that works, as far as is known; refreshed when it is about to expire.
 *
 * A caller may give up at any time, and a refresh that waits for its turn is given up with it. One that was sent goes
 * on to the client's timeout and stores what it got, even while the process stops: Twitch says that a refresh token may
 * change, so by then the stored one may be spent, and the new one stands in that answer alone. What a crash or a lost
 * answer leaves behind is the old refresh token under a lease that runs out; whoever needs it next tries it again, and
 * only Twitch's refusal asks for a new link. Source: https://dev.twitch.tv/docs/authentication/refresh-tokens
 *
 * @param options.held what was read of them a moment ago, which spares a statement
 * @param options.unlike a token that Twitch has just refused
 * @throws NeedsNewLink; TwitchFailure, of which TwitchUnavailable when the caller gave up
 */
export async function getAccessToken(
  parts: EnabledTwitch,
  accountId: number,
  { held, unlike, signal }: { held?: StreamerTokens | undefined; unlike?: string; signal?: AbortSignal } = {},
): Promise<string> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const row = (waits === 0 && held) || (await selectStreamerTokens(parts.db, accountId));
    if (!row || row.needsNewLink) throw new NeedsNewLink(accountId);
    const accessToken = open(parts, row, row.accessToken);
    const isGood = !row.isExpired && accessToken !== unlike;
    if (isGood && !row.expiresSoon) return accessToken;
    const refreshing = parts.twitch.inFlight.run(() => refreshOnce(parts, row, signal));
    const refreshed = await unlessAborted(refreshing, signal).catch((error: unknown) => {
      // Twitch may be down for refreshes alone: what has not expired is good for this minute.
      if (isGood && error instanceof TwitchFailure) return accessToken;
      throw error;
    });
    if (refreshed !== undefined) return refreshed;
    if (isGood) return accessToken;
    await unlessAborted(pause(WAIT_MS), signal);
  }
  // Of this chat alone: everybody else's minute goes on.
  throw new TwitchUnavailable('The tokens of a streamer were being refreshed all the time.');
}

/** @returns undefined when somebody else does it just now, or has changed the tokens: what they stored counts */
async function refreshOnce(
  parts: EnabledTwitch,
  row: StreamerTokens,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!(await updateRefreshLeased(parts.db, row))) return undefined;
  const tokens = await requestTokens(parts, row, signal);
  return tokens && storeTokens(parts, row, tokens);
}

async function requestTokens(
  parts: EnabledTwitch,
  row: StreamerTokens,
  signal: AbortSignal | undefined,
): Promise<TwitchTokens | undefined> {
  const inTime = AbortSignal.timeout(REFRESH_SENT_WITHIN_MS);
  const untilSent = signal ? AbortSignal.any([signal, inTime]) : inTime;
  try {
    return await parts.twitch.client.refresh(open(parts, row, row.refreshToken), { untilSent });
  } catch (error) {
    if (!(error instanceof TwitchRefused)) {
      // Twitch is down, or says so: the tokens may be as good as ever.
      await updateRefreshEnded(parts.db, row);
      throw error;
    }
    if (await updateNeedsNewLink(parts.db, row)) throw new NeedsNewLink(row.accountId);
    return undefined;
  }
}

async function storeTokens(
  parts: EnabledTwitch,
  { accountId, refreshToken }: StreamerTokens,
  tokens: TwitchTokens,
): Promise<string | undefined> {
  const sealed = sealTokens(parts, accountId, tokens);
  try {
    if (await updateTokensRefreshed(parts.db, { accountId, refreshToken, tokens: sealed }))
      return tokens.accessToken;
  } catch (error) {
    // Perhaps nobody waits any more who would tell.
    parts.log.error({ err: error, accountId }, 'refreshed tokens could not be stored');
    throw error;
  }
  // Unlinked, or linked anew, while Twitch was asked.
  void revoke(parts, tokens.accessToken);
  return undefined;
}

/** A key that is not configured is our own slip: the tokens are as good as ever once it is back. */
function open(parts: EnabledTwitch, row: StreamerTokens, sealed: Buffer): string {
  const { keyId, accountId } = row;
  try {
    return parts.twitch.tokens.open({ keyId, sealed }, accountId);
  } catch (error) {
    if (!(error instanceof TokenUnreadable)) throw error;
    // Told at the start, by Health, and once an hour for each streamer; not every minute for all of them.
    parts.log.debug({ err: error, accountId }, 'a stored token cannot be read');
    throw new TwitchUnavailable('A stored token cannot be read.');
  }
}

/**
 * Holds all tokens that are due against Twitch, each once and several at a time, as far as the time goes; whoever was
 * left out comes first the next time. Twitch asks applications to do so every hour.
 * Source: https://dev.twitch.tv/docs/authentication/validate-tokens
 *
 * @param options.signal ends it, before its job may take no longer
 */
export async function validateTokens(
  parts: EnabledTwitch,
  { signal = AbortSignal.timeout(VALIDATE_WITHIN_MS) }: { signal?: AbortSignal } = {},
): Promise<void> {
  const due = takeDue(parts, signal);
  const work = async () => {
    for await (const validation of due) await validate(parts, validation, signal);
  };
  await Promise.all(Array.from({ length: VALIDATED_AT_ONCE }, work));
  if (signal.aborted) parts.log.warn('there was not enough time to validate all streamers');
}

/** Shared by all who work on them; each gets others. */
async function* takeDue({ db }: EnabledTwitch, signal: AbortSignal): AsyncGenerator<DueValidation> {
  while (!signal.aborted) {
    const taken = await updateValidationTried(db, VALIDATIONS_TAKEN);
    if (taken.length === 0) return;
    yield* taken;
  }
}

/** Whatever becomes of one, the others have their turn. */
async function validate(
  parts: EnabledTwitch,
  { accountId, keyId }: DueValidation,
  signal: AbortSignal,
): Promise<void> {
  try {
    // Of those that are refreshed anyway as well: an older key is to go, whether or not Twitch answers.
    if (!parts.twitch.tokens.isNewest(keyId)) await reseal(parts, accountId);
    const token = await getAccessToken(parts, accountId, { signal });
    if (!(await isValid(parts.twitch.client, token, signal)))
      await getAccessToken(parts, accountId, { unlike: token, signal });
    await updateValidated(parts.db, accountId);
  } catch (error) {
    if (error instanceof NeedsNewLink) return;
    if (error instanceof TwitchFailure)
      parts.log.warn({ failure: error.name, accountId }, 'a streamer could not be validated');
    else parts.log.error({ err: error, accountId }, 'a streamer could not be validated');
  }
}

/** Seals a streamer's tokens by the newest key, so that nothing needs the older one. */
async function reseal(parts: EnabledTwitch, accountId: number): Promise<void> {
  const row = await selectStreamerTokens(parts.db, accountId);
  if (!row) return;
  const seal = (sealed: Buffer) => parts.twitch.tokens.seal(open(parts, row, sealed), accountId);
  const tokens = { access: seal(row.accessToken), refresh: seal(row.refreshToken) };
  const { refreshToken } = row;
  await updateTokensResealed(parts.db, { accountId, refreshToken, tokens });
}
