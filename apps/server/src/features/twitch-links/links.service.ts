import { timingSafeEqual } from 'node:crypto';
import type { FailureCode, MessageCode, Notice } from '@waygate/contract/site/notices';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { TwitchFailure, TwitchRefused, TwitchUnauthorized } from '#platform/twitch/twitch-errors.ts';
import type { TwitchUser } from '#platform/twitch/twitch-helix.ts';
import { CHATTERS_SCOPE, type TwitchTokens } from '#platform/twitch/twitch-oauth.ts';
import type { EnabledTwitch } from './twitch-parts.ts';
import type { StreamerRow } from './twitch-links.tables.ts';
import {
  type LinkAttempt,
  type SealedTokens,
  deleteChannelWithoutLink,
  deleteLinkAttempt,
  insertLink,
  insertLinkAttempt,
  selectIsBlocked,
  upsertStreamer,
} from './links.queries.ts';

/** The time limit of the OAuth flow. */
export const LINK_MINUTES = 10;

/** An unlinked identity cannot be linked to another account for this long. */
export const BLOCK_DAYS = 30;

/** The time limit for exchanging the code, while the browser waits. */
const EXCHANGE_WITHIN_MS = 15_000;

const REVOKE_WITHIN_MS = 5000;

const USER_KEY = 'twitch_links_user_key';

export type LinkPurpose = 'viewer' | 'streamer';

/** Starts the OAuth flow. @returns Twitch's authorize address, and a cookie that the callback must have */
export async function startLink(
  { db, twitch }: EnabledTwitch,
  { viewer, purpose }: { viewer: Pick<Viewer, 'accountId' | 'sessionHash'>; purpose: LinkPurpose },
): Promise<{ url: string; cookie: string }> {
  const state = createToken();
  const cookie = createToken();
  await insertLinkAttempt(db, {
    stateHash: hashToken(state),
    cookieHash: hashToken(cookie),
    accountId: viewer.accountId,
    sessionHash: viewer.sessionHash,
    purpose,
    minutes: LINK_MINUTES,
  });
  return { url: twitch.client.authorizeUrl({ state, purpose }), cookie };
}

/** The parameters of the OAuth callback, and the cookie. */
export type Callback = {
  code: string | undefined;
  state: string | undefined;
  error: string | undefined;
  cookie: string | undefined;
};

const failed = (error: FailureCode): Notice => ({ error });

/** Links the account if the callback comes from the browser and session that started the flow. Returns what to show. */
export async function finishLink(parts: EnabledTwitch, callback: Callback): Promise<Notice> {
  const attempt = await takeAttempt(parts, callback);
  if (!('purpose' in attempt)) return attempt;
  if (callback.error !== undefined || callback.code === undefined)
    return failed(callback.error === 'access_denied' ? 'twitch_denied' : 'twitch_incomplete');
  try {
    return await exchange(parts, attempt, callback.code);
  } catch (error) {
    if (!(error instanceof TwitchFailure)) throw error;
    parts.log.warn({ failure: error.name }, 'a link with Twitch failed');
    return failed(
      error instanceof TwitchRefused || error instanceof TwitchUnauthorized
        ? 'twitch_refused'
        : 'twitch_unreachable',
    );
  }
}

/** Deletes the attempt before anything else, so that a state works once. */
async function takeAttempt(
  { db }: EnabledTwitch,
  { state, cookie }: Callback,
): Promise<LinkAttempt | Notice> {
  const attempt = state === undefined ? undefined : await deleteLinkAttempt(db, hashToken(state));
  if (!attempt) return failed('twitch_expired');
  const isSameBrowser = cookie !== undefined && timingSafeEqual(hashToken(cookie), attempt.cookieHash);
  if (!isSameBrowser) return failed('twitch_other_browser');
  // The session must still be active: after a sign-out, another person may use this browser.
  const { sessionHash } = attempt;
  const isSignedIn = sessionHash !== null && (await findViewerBySession(db, sessionHash)) !== undefined;
  return isSignedIn ? attempt : failed('twitch_signed_out');
}

async function exchange(parts: EnabledTwitch, attempt: LinkAttempt, code: string): Promise<Notice> {
  const { client } = parts.twitch;
  const signal = AbortSignal.timeout(EXCHANGE_WITHIN_MS);
  const tokens = await client.exchangeCode(code, { signal });
  let isKept = false;
  try {
    const user = await client.getOwnUser(tokens.accessToken, { signal });
    const isStreamer = attempt.purpose === 'streamer';
    if (isStreamer && !tokens.scopes.includes(CHATTERS_SCOPE)) return failed('twitch_chat_not_allowed');
    const outcome = await writeLink(parts, { attempt, user, tokens });
    isKept = isStreamer && 'message' in outcome && outcome.message !== DECISION_MESSAGES.rejected;
    return outcome;
  } finally {
    // A viewer's token is needed only to identify the user. The browser doesn't wait for the revocation.
    if (!isKept) void revoke(parts, tokens.accessToken);
  }
}

/** Thrown inside the transaction to roll it back. */
class IdentityBlocked extends Error {}

async function writeLink(
  parts: EnabledTwitch,
  { attempt, user, tokens }: { attempt: LinkAttempt; user: TwitchUser; tokens: TwitchTokens },
): Promise<Notice> {
  const { accountId, purpose } = attempt;
  const hashes = parts.twitch.tokens.hashesOf(user.userId);
  try {
    return await parts.db.transaction(async (tx) => {
      const { userId: twitchUserId, createdAt: twitchCreatedAt, ...names } = user;
      const link = await insertLink(tx, { accountId, twitchUserId, twitchCreatedAt, ...names });
      if (link.twitchUserId !== twitchUserId) return failed('twitch_linked_before');
      // Checked after the link is written, which waits for a concurrent unlink to commit its block.
      if (await selectIsBlocked(tx, { hashes, accountId })) throw new IdentityBlocked();
      if (purpose === 'viewer') return { message: 'twitch_linked' };
      await deleteChannelWithoutLink(tx, accountId);
      const decision = await upsertStreamer(tx, accountId, sealTokens(parts, accountId, tokens));
      return { message: DECISION_MESSAGES[decision] };
    });
  } catch (error) {
    if (error instanceof IdentityBlocked) return failed('twitch_blocked');
    if (violatedUniqueKey(error) !== USER_KEY) throw error;
    return failed('twitch_taken');
  }
}

/** A streamer who links again keeps the earlier decision. */
const DECISION_MESSAGES: Record<StreamerRow['decision'], MessageCode> = {
  pending: 'twitch_streamer_pending',
  approved: 'twitch_streamer_approved',
  rejected: 'twitch_streamer_rejected',
};

/** Encrypts a streamer's tokens, bound to the account. */
export function sealTokens(
  { twitch }: EnabledTwitch,
  accountId: number,
  { accessToken, refreshToken, expiresInSeconds }: TwitchTokens,
): SealedTokens {
  const { tokens } = twitch;
  return {
    access: tokens.seal(accessToken, accountId),
    refresh: tokens.seal(refreshToken, accountId),
    expiresInSeconds,
  };
}

/** Revokes a token that is not stored. Never throws, because nothing depends on it. */
export async function revoke({ twitch, log }: EnabledTwitch, accessToken: string): Promise<void> {
  const signal = AbortSignal.timeout(REVOKE_WITHIN_MS);
  try {
    await twitch.inFlight.run(() => twitch.client.revoke(accessToken, { signal }));
  } catch (error) {
    // It expires within hours.
    log.info({ err: error }, 'an unused token could not be revoked');
  }
}
