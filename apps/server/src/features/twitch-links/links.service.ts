import { timingSafeEqual } from 'node:crypto';
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

/** The result of the OAuth flow, as a sentence for the profile page. */
export type LinkOutcome = { kind: 'message' | 'error'; sentence: string };

const failed = (sentence: string): LinkOutcome => ({ kind: 'error', sentence });

/** Links the account if the callback comes from the browser and session that started the flow. */
export async function finishLink(parts: EnabledTwitch, callback: Callback): Promise<LinkOutcome> {
  const attempt = await takeAttempt(parts, callback);
  if ('kind' in attempt) return attempt;
  if (callback.error !== undefined || callback.code === undefined)
    return failed(
      callback.error === 'access_denied'
        ? 'You did not allow the link with Twitch, so nothing was linked.'
        : 'Twitch did not complete the link. Please try again.',
    );
  try {
    return await exchange(parts, attempt, callback.code);
  } catch (error) {
    if (!(error instanceof TwitchFailure)) throw error;
    parts.log.warn({ failure: error.name }, 'a link with Twitch failed');
    return failed(
      error instanceof TwitchRefused || error instanceof TwitchUnauthorized
        ? 'Twitch did not accept the link. Please try again.'
        : 'Twitch cannot be reached right now. Please try again later.',
    );
  }
}

/** Deletes the attempt before anything else, so that a state works once. */
async function takeAttempt(
  { db }: EnabledTwitch,
  { state, cookie }: Callback,
): Promise<LinkAttempt | LinkOutcome> {
  const attempt = state === undefined ? undefined : await deleteLinkAttempt(db, hashToken(state));
  if (!attempt) return failed('This link with Twitch has expired or was used already. Please try again.');
  const isSameBrowser = cookie !== undefined && timingSafeEqual(hashToken(cookie), attempt.cookieHash);
  if (!isSameBrowser)
    return failed('Please finish the link with Twitch in the browser in which you began it.');
  // The session must still be active: after a sign-out, another person may use this browser.
  const { sessionHash } = attempt;
  const isSignedIn = sessionHash !== null && (await findViewerBySession(db, sessionHash)) !== undefined;
  return isSignedIn ? attempt : failed('You have signed out since. Please sign in and link Twitch again.');
}

async function exchange(parts: EnabledTwitch, attempt: LinkAttempt, code: string): Promise<LinkOutcome> {
  const { client } = parts.twitch;
  const signal = AbortSignal.timeout(EXCHANGE_WITHIN_MS);
  const tokens = await client.exchangeCode(code, { signal });
  let isKept = false;
  try {
    const user = await client.getOwnUser(tokens.accessToken, { signal });
    const isStreamer = attempt.purpose === 'streamer';
    if (isStreamer && !tokens.scopes.includes(CHATTERS_SCOPE))
      return failed('To earn by streaming, please allow the portal to see who is in your chat.');
    const outcome = await writeLink(parts, { attempt, user, tokens });
    isKept = isStreamer && outcome.kind === 'message';
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
): Promise<LinkOutcome> {
  const { accountId, purpose } = attempt;
  const hashes = parts.twitch.tokens.hashesOf(user.userId);
  try {
    return await parts.db.transaction(async (tx) => {
      const { userId: twitchUserId, login, displayName } = user;
      const link = await insertLink(tx, { accountId, twitchUserId, login, displayName });
      if (link.twitchUserId !== twitchUserId)
        return failed(
          `Your account is linked with ${link.displayName} on Twitch already. Please unlink it first.`,
        );
      // Checked after the link is written, which waits for a concurrent unlink to commit its block.
      if (await selectIsBlocked(tx, { hashes, accountId })) throw new IdentityBlocked();
      const linked = `Linked with ${displayName} on Twitch.`;
      if (purpose === 'viewer') return { kind: 'message', sentence: linked };
      await deleteChannelWithoutLink(tx, accountId);
      const decision = await upsertStreamer(tx, accountId, sealTokens(parts, accountId, tokens));
      return { kind: 'message', sentence: `${linked} ${DECISION_MESSAGES[decision]}` };
    });
  } catch (error) {
    if (error instanceof IdentityBlocked)
      return failed(
        `This Twitch account was linked to another account less than ${BLOCK_DAYS} days ago. Please try again later.`,
      );
    if (violatedUniqueKey(error) !== USER_KEY) throw error;
    return failed('This Twitch account is linked to another account already.');
  }
}

/** A streamer who links again keeps the earlier decision. */
const DECISION_MESSAGES: Record<StreamerRow['decision'], string> = {
  pending: 'Our team looks at streamers before their minutes count.',
  approved: 'Your channel is approved: you earn by streaming.',
  rejected: 'Our team has not approved your channel, so your minutes do not count.',
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
