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
  updateRefreshRefused,
  updateTokensRefreshed,
  updateTokensResealed,
  updateValidated,
  updateValidationTried,
} from './streamer-tokens.queries.ts';

const WAIT_MS = 250;
const MOST_WAITS = 40;

/** Together with the client's timeout, shorter than the lease of a refresh. */
const REFRESH_SENT_WITHIN_MS = 15_000;

/** Half of the client's concurrency, so that reading the chats continues meanwhile. */
const VALIDATED_AT_ONCE = 10;
const VALIDATIONS_TAKEN = 20;
const VALIDATE_WITHIN_MS = 90_000;

const REFUSED = 'Twitch refused to renew the access to a chat. It is tried again after ten minutes.';

/** The streamer's chat cannot be read until they link again. */
export class NeedsNewLink extends Error {
  constructor(accountId: number) {
    super(`Account ${accountId} has to link Twitch again.`);
    this.name = 'NeedsNewLink';
  }
}

/**
 * Returns a valid access token, as far as is known. Refreshes it when it is about to expire.
 *
 * Aborting `signal` cancels a refresh that still waits to be sent. A refresh that was sent always runs to the client's
 * timeout and stores its result, even while the process stops: the refresh token may change, and then only that answer
 * contains the new one. A crash or a lost answer leaves the old refresh token under a lease that expires. The next caller
 * tries it again. A refusal by Twitch is tried again after ten minutes, and only a second one for a token that Twitch doesn't
 * accept any more requires a new link.
 * Source: https://dev.twitch.tv/docs/authentication/refresh-tokens
 *
 * @param options.held the tokens if the caller has just read them, which saves a query
 * @param options.unlike a token that Twitch has just refused
 * @throws NeedsNewLink; TwitchFailure, including TwitchUnavailable after an abort
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
    if (isGood && (!row.expiresSoon || row.isRefused)) return accessToken;
    if (row.isRefused) throw new TwitchUnavailable(REFUSED);
    const refreshing = parts.twitch.inFlight.run(() => refreshOnce(parts, row, signal));
    const refreshed = await unlessAborted(refreshing, signal).catch((error: unknown) => {
      // Only refreshes may be failing. A token that has not expired is still usable.
      if (isGood && error instanceof TwitchFailure) return accessToken;
      throw error;
    });
    if (refreshed !== undefined) return refreshed;
    if (isGood) return accessToken;
    await unlessAborted(pause(WAIT_MS), signal);
  }
  // A TwitchFailure, so that only this chat is skipped.
  throw new TwitchUnavailable('The tokens of a streamer were refreshed by others all the time.');
}

/** @returns undefined when another caller refreshes or has replaced the tokens; then read them again */
async function refreshOnce(
  parts: EnabledTwitch,
  row: StreamerTokens,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!(await updateRefreshLeased(parts.db, row))) return undefined;
  const tokens = await requestTokens(parts, row, signal);
  return typeof tokens === 'object' ? storeTokens(parts, row, tokens) : tokens;
}

/** @returns an access token that is still accepted, if Twitch refused to renew it */
async function requestTokens(
  parts: EnabledTwitch,
  row: StreamerTokens,
  signal: AbortSignal | undefined,
): Promise<TwitchTokens | string | undefined> {
  const inTime = AbortSignal.timeout(REFRESH_SENT_WITHIN_MS);
  const untilSent = signal ? AbortSignal.any([signal, inTime]) : inTime;
  try {
    return await parts.twitch.client.refresh(open(parts, row, row.refreshToken), { untilSent });
  } catch (error) {
    if (error instanceof TwitchRefused) return refuse(parts, row);
    // Not a refusal, so the tokens may still be valid.
    await updateRefreshEnded(parts.db, row);
    throw error;
  }
}

/**
 * Handles a refusal. Twitch also refuses by mistake, so the first one only postpones the next attempt. After another one the
 * access token decides: a streamer whose chat can still be read is not unlinked.
 *
 * @returns the access token that Twitch still accepts; undefined when the tokens were replaced meanwhile
 */
async function refuse(parts: EnabledTwitch, row: StreamerTokens): Promise<string | undefined> {
  if (row.refreshRefusedAt === null) {
    if (await updateRefreshRefused(parts.db, row)) throw new TwitchUnavailable(REFUSED);
    return undefined;
  }
  const accessToken = open(parts, row, row.accessToken);
  // Under the lease, so that others wait for the outcome.
  const isAccepted = await isValid(parts.twitch.client, accessToken).catch(async (error: unknown) => {
    await updateRefreshRefused(parts.db, row);
    throw error;
  });
  if (isAccepted) return (await updateRefreshRefused(parts.db, row)) ? accessToken : undefined;
  if (await updateNeedsNewLink(parts.db, row)) throw new NeedsNewLink(row.accountId);
  return undefined;
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
    // Logged here, because the caller may have given up.
    parts.log.error({ err: error, accountId }, 'refreshed tokens could not be stored');
    throw error;
  }
  // The account was unlinked or linked again during the call.
  void revoke(parts, tokens.accessToken);
  return undefined;
}

/** A missing key is a configuration fault: the tokens are usable again once it is restored. */
function open(parts: EnabledTwitch, row: StreamerTokens, sealed: Buffer): string {
  const { keyId, accountId } = row;
  try {
    return parts.twitch.tokens.open({ keyId, sealed }, accountId);
  } catch (error) {
    if (!(error instanceof TokenUnreadable)) throw error;
    // At debug level, because the start, Health and the hourly validation already report it.
    parts.log.debug({ err: error, accountId }, 'a stored token cannot be read');
    throw new TwitchUnavailable('A stored token cannot be read.');
  }
}

/**
 * Validates all tokens that are due, each once and several at a time, until the time limit. The next run begins with those
 * that were left out. Twitch requires a validation every hour.
 * Source: https://dev.twitch.tv/docs/authentication/validate-tokens
 *
 * @param options.signal the time limit, shorter than that of the job
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
  if (signal.aborted) parts.log.warn('not all streamers could be validated in time');
}

/** Shared by all workers: each validation goes to one of them. */
async function* takeDue({ db }: EnabledTwitch, signal: AbortSignal): AsyncGenerator<DueValidation> {
  while (!signal.aborted) {
    const taken = await updateValidationTried(db, VALIDATIONS_TAKEN);
    if (taken.length === 0) return;
    yield* taken;
  }
}

/** Logs failures instead of throwing, so that the others are still validated. */
async function validate(
  parts: EnabledTwitch,
  { accountId, keyId }: DueValidation,
  signal: AbortSignal,
): Promise<void> {
  try {
    // First, even if a refresh would do it too: the older key must become unused even while Twitch is down.
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

/** Encrypts a streamer's tokens with the newest key, so that the older one can be removed. */
async function reseal(parts: EnabledTwitch, accountId: number): Promise<void> {
  const row = await selectStreamerTokens(parts.db, accountId);
  if (!row) return;
  const seal = (sealed: Buffer) => parts.twitch.tokens.seal(open(parts, row, sealed), accountId);
  const tokens = { access: seal(row.accessToken), refresh: seal(row.refreshToken) };
  const { refreshToken } = row;
  await updateTokensResealed(parts.db, { accountId, refreshToken, tokens });
}
