import * as z from 'zod';
import type { Transaction } from '#platform/db/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { isValid } from '#platform/twitch/is-valid.ts';
import { TwitchRefused } from '#platform/twitch/twitch-errors.ts';
import { type TwitchParts, type EnabledTwitch, requireTwitch } from './twitch-parts.ts';
import type { RevocationRow } from './twitch-links.tables.ts';
import {
  deleteOldRevocations,
  deleteRevocation,
  insertRevocation,
  selectRejectedWithTokens,
  selectRevocation,
  updateRevocationTokens,
  updateTokensDeleted,
} from './revocations.queries.ts';

/** After this many days an unsent revocation is dropped: tokens are not kept longer. */
const KEPT_DAYS = 7;

/** The payload contains only the id of the row with the tokens. */
export const revokeAccess = defineJob({
  name: 'drops.revoke-access',
  payload: z.object({ revocationId: z.uuid() }),
  // Delays grow from five seconds to an hour, for longer than the tokens are kept.
  retry: { limit: 200, delaySeconds: 5, maxDelaySeconds: 3600 },
  expireSeconds: 120,
});

/** Queues the revocation of the account's tokens at Twitch. The caller holds the link's lock. */
export async function queueRevocation(tx: Transaction, jobs: Jobs, accountId: number): Promise<void> {
  const revocationId = await insertRevocation(tx, accountId);
  if (revocationId !== undefined) await jobs.enqueue(tx, revokeAccess, { revocationId });
}

/**
 * Deletes the tokens of a streamer whom staff reject, and has them revoked at Twitch. The caller holds the streamer's lock.
 *
 * @param isEnabled without Twitch there is no key to open them, so that they cannot be revoked
 */
export async function endAccess(
  tx: Transaction,
  { jobs, accountId, isEnabled }: { jobs: Jobs; accountId: number; isEnabled: boolean },
): Promise<void> {
  if (isEnabled) await queueRevocation(tx, jobs, accountId);
  await updateTokensDeleted(tx, accountId);
}

/** Ends the access to chats of streamers who were rejected before that was done at once. */
export async function revokeRejected({ db, jobs, twitch }: TwitchParts & { jobs: Jobs }): Promise<void> {
  const isEnabled = twitch !== undefined;
  const endOne = () =>
    db.transaction(async (tx) => {
      const accountId = await selectRejectedWithTokens(tx);
      if (accountId !== undefined) await endAccess(tx, { jobs, accountId, isEnabled });
      return accountId !== undefined;
    });
  while (await endOne());
}

/**
 * Revokes a streamer's grant at Twitch and deletes the tokens.
 *
 * @throws TwitchFailure, TokenUnreadable, or unavailable while drops are disabled; the job retries
 */
export async function carryOutRevocation(parts: TwitchParts, id: string): Promise<void> {
  const row = await selectRevocation(parts.db, id);
  if (!row) return;
  await endGrant(requireTwitch(parts), row);
  await deleteRevocation(parts.db, id);
}

async function endGrant(parts: EnabledTwitch, row: RevocationRow): Promise<void> {
  const { client } = parts.twitch;
  const token = open(parts, row, row.accessToken);
  if (await isValid(client, token)) return client.revoke(token);
  // Twitch cannot revoke an expired token, and the refresh token would still be valid. So it is refreshed first.
  const renewed = await parts.twitch.inFlight.run(() => renew(parts, row));
  if (renewed !== undefined) await client.revoke(renewed);
}

/** @returns undefined when the grant has already ended */
async function renew(parts: EnabledTwitch, row: RevocationRow): Promise<string | undefined> {
  const { client, tokens: box } = parts.twitch;
  const { id, accountId } = row;
  try {
    const { accessToken, refreshToken } = await client.refresh(open(parts, row, row.refreshToken));
    // Stored, because the old refresh token may be spent: a retry continues with the new one.
    const sealed = { access: box.seal(accessToken, accountId), refresh: box.seal(refreshToken, accountId) };
    await updateRevocationTokens(parts.db, { id, ...sealed });
    return accessToken;
  } catch (error) {
    if (error instanceof TwitchRefused) return undefined;
    throw error;
  }
}

function open({ twitch }: EnabledTwitch, { keyId, accountId }: RevocationRow, sealed: Buffer): string {
  return twitch.tokens.open({ keyId, sealed }, accountId);
}

/** Deletes tokens that could not be revoked in time. */
export async function giveUpOldRevocations({ db, log }: TwitchParts): Promise<void> {
  const revocations = await deleteOldRevocations(db, KEPT_DAYS);
  if (revocations > 0) log.warn({ revocations }, 'tokens of unlinked streamers could not be revoked');
}
