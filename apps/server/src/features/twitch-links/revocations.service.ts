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
  selectRevocation,
  updateRevocationTokens,
} from './revocations.queries.ts';

/** What Twitch could not be told by then is given up: the portal keeps no token longer than this. */
const KEPT_DAYS = 7;

/** Its payload names the row that keeps the tokens, and nothing of them. */
export const revokeAccess = defineJob({
  name: 'drops.revoke-access',
  payload: z.object({ revocationId: z.uuid() }),
  // From five seconds up to every hour, for longer than the tokens are kept.
  retry: { limit: 200, delaySeconds: 5, maxDelaySeconds: 3600 },
  expireSeconds: 120,
});

/** Has Twitch told, once the transaction commits, that the account's chat may no longer be read. Its link is locked. */
export async function queueRevocation(tx: Transaction, jobs: Jobs, accountId: number): Promise<void> {
  const revocationId = await insertRevocation(tx, accountId);
  if (revocationId !== undefined) await jobs.enqueue(tx, revokeAccess, { revocationId });
}

/**
 * Ends what a streamer had allowed, and forgets the tokens.
 *
 * @throws TwitchFailure, TokenUnreadable, or unavailable where drops are switched off: to be tried again
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
  // Twitch takes back no token that has expired, and the other one would be good for another.
  const renewed = await parts.twitch.inFlight.run(() => renew(parts, row));
  if (renewed !== undefined) await client.revoke(renewed);
}

/** @returns undefined when the streamer, or Twitch, has ended it all already */
async function renew(parts: EnabledTwitch, row: RevocationRow): Promise<string | undefined> {
  const { client, tokens: box } = parts.twitch;
  const { id, accountId } = row;
  try {
    const { accessToken, refreshToken } = await client.refresh(open(parts, row, row.refreshToken));
    // The old one may be spent by now: another try goes on from here.
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

/** Forgets what could not be revoked for too long. */
export async function giveUpOldRevocations({ db, log }: TwitchParts): Promise<void> {
  const revocations = await deleteOldRevocations(db, KEPT_DAYS);
  if (revocations > 0) log.warn({ revocations }, 'tokens of unlinked streamers could not be revoked');
}
