import { setTimeout as pause } from 'node:timers/promises';
import { TokenUnreadable } from '#platform/twitch/token-box.ts';
import {
  TwitchFailure,
  TwitchRefused,
  TwitchUnauthorized,
  TwitchUnavailable,
} from '#platform/twitch/twitch-errors.ts';
import type { OpenDrops } from './drop-parts.ts';
import { sealTokens } from './links.service.ts';
import {
  selectStreamerTokens,
  selectUnvalidatedStreamers,
  type StreamerTokens,
  updateNeedsNewLink,
  updateRefreshEnded,
  updateRefreshLeased,
  updateTokensRefreshed,
  updateValidated,
} from './streamer-tokens.queries.ts';

const WAIT_MS = 250;
const MOST_WAITS = 40;
const VALIDATED_AT_ONCE = 50;

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
 * @param unlike a token that Twitch has just refused
 * @throws NeedsNewLink, TwitchFailure
 */
export async function getAccessToken(
  parts: OpenDrops,
  accountId: number,
  { unlike }: { unlike?: string } = {},
): Promise<string> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const row = await selectStreamerTokens(parts.db, accountId);
    if (!row || row.needsNewLink) throw new NeedsNewLink(accountId);
    const accessToken = open(parts, row, row.accessToken);
    if (!row.expiresSoon && accessToken !== unlike) return accessToken;
    if (await updateRefreshLeased(parts.db, row)) return refresh(parts, row);
    // Somebody else does it just now; their result is ours.
    await pause(WAIT_MS);
  }
  // Of this chat alone: everybody else's minute goes on.
  throw new TwitchUnavailable('The tokens of a streamer were being refreshed all the time.');
}

async function refresh(parts: OpenDrops, row: StreamerTokens): Promise<string> {
  const { accountId, refreshToken } = row;
  try {
    const tokens = await parts.twitch.client.refresh(open(parts, row, refreshToken));
    await updateTokensRefreshed(parts.db, {
      accountId,
      refreshToken,
      tokens: sealTokens(parts, accountId, tokens),
    });
    return tokens.accessToken;
  } catch (error) {
    if (error instanceof TwitchRefused || error instanceof TwitchUnauthorized) {
      await updateNeedsNewLink(parts.db, row);
      throw new NeedsNewLink(accountId);
    }
    // Twitch is down, or says so: the tokens may be as good as ever.
    await updateRefreshEnded(parts.db, accountId);
    throw error;
  }
}

/** A key that is not configured is our own slip: the tokens are as good as ever once it is back. */
function open(parts: OpenDrops, row: StreamerTokens, sealed: Buffer): string {
  const { keyId, accountId } = row;
  try {
    return parts.twitch.tokens.open({ keyId, sealed }, accountId);
  } catch (error) {
    if (!(error instanceof TokenUnreadable)) throw error;
    parts.log.error({ err: error, accountId }, 'a stored token cannot be read');
    throw new TwitchUnavailable('A stored token cannot be read.');
  }
}

/**
 * Holds tokens against Twitch once an hour, as it asks applications to do.
 * Source: https://dev.twitch.tv/docs/authentication/validate-tokens
 */
export async function validateTokens(parts: OpenDrops): Promise<void> {
  const accountIds = await selectUnvalidatedStreamers(parts.db, VALIDATED_AT_ONCE);
  // The client bounds how many of these it asks at once.
  await Promise.all(accountIds.map((accountId) => validate(parts, accountId)));
}

async function validate(parts: OpenDrops, accountId: number): Promise<void> {
  try {
    const token = await getAccessToken(parts, accountId);
    if (!(await isValid(parts, token))) await getAccessToken(parts, accountId, { unlike: token });
    await updateValidated(parts.db, accountId);
  } catch (error) {
    if (error instanceof NeedsNewLink) return;
    if (!(error instanceof TwitchFailure)) throw error;
    parts.log.warn({ failure: error.name, accountId }, 'a streamer could not be validated');
  }
}

async function isValid({ twitch }: OpenDrops, token: string): Promise<boolean> {
  try {
    await twitch.client.validate(token);
    return true;
  } catch (error) {
    if (error instanceof TwitchUnauthorized) return false;
    throw error;
  }
}
