import {
  type TwitchParts,
  deleteLink,
  deleteStreamer,
  insertLinkBlock,
  selectLinkedAccounts,
  selectLinkLocked,
  BLOCK_DAYS,
  queueRevocation,
} from '#features/twitch-links/twitch-links.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteMinutes } from './unlink.queries.ts';

export const UNLINKED = 'Twitch unlinked successfully!';

export const STOPPED = "You've stopped streaming. Your minutes stay.";

const NO_STREAMER = "You don't earn by streaming.";

export type UnlinkParts = TwitchParts & { jobs: Jobs };

/**
 * Deletes identity, tokens and minutes, and queues the revocation of the tokens at Twitch. Claims stay, and the identity
 * cannot be linked to another account for BLOCK_DAYS. Also works while Twitch is disabled, so that consent can always be
 * withdrawn.
 *
 * @throws conflict when the account is not linked
 */
export async function unlink(parts: UnlinkParts, accountId: number): Promise<void> {
  await parts.db.transaction((tx) => deleteWholeLink(parts, tx, accountId));
}

/**
 * Ends earning by streaming: tokens are deleted and revoked at Twitch. Link, minutes and claims stay. Also works while Twitch is
 * disabled, as `unlink` does.
 *
 * @throws conflict when the account does not earn by streaming, or was rejected: a rejection must outlast a new request
 */
export async function stopStreaming({ db, twitch, jobs }: UnlinkParts, accountId: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await selectLinkLocked(tx, accountId))) throw conflict(NO_STREAMER);
    if (twitch) await queueRevocation(tx, jobs, accountId);
    if (!(await deleteStreamer(tx, accountId))) throw conflict(NO_STREAMER);
  });
}

/**
 * Unlinks every account that is linked with one of these users of the simulated Twitch. Nothing is revoked or blocked,
 * because no real person is behind them.
 *
 * @returns how many were unlinked
 */
export async function endSimulatedLinks(
  { db, jobs, config, log }: Omit<UnlinkParts, 'twitch'>,
  twitchUserIds: string[],
): Promise<number> {
  const accountIds = await selectLinkedAccounts(db, twitchUserIds);
  for (const accountId of accountIds)
    await db.transaction(async (tx) => {
      await forgetTwitch({ db, jobs, config, log, twitch: undefined }, tx, accountId);
    });
  return accountIds.length;
}

/** The same in a transaction, for an account that is erased and may not be linked. */
export async function forgetTwitch(parts: UnlinkParts, tx: Transaction, accountId: number): Promise<void> {
  if (await selectLinkLocked(tx, accountId)) await deleteWholeLink(parts, tx, accountId);
}

async function deleteWholeLink(
  { twitch, jobs }: UnlinkParts,
  tx: Transaction,
  accountId: number,
): Promise<void> {
  const link = await selectLinkLocked(tx, accountId);
  if (!link) throw conflict('Your account is not linked with Twitch.');
  // Without Twitch there is no key to decrypt the tokens for revocation, or to hash the identity for the block. An unkeyed
  // hash could be reversed by trying all ids, so the identity is not blocked then.
  if (twitch) {
    await queueRevocation(tx, jobs, accountId);
    const [newest] = twitch.tokens.hashesOf(link.twitchUserId);
    await insertLinkBlock(tx, { ...newest, accountId, days: BLOCK_DAYS });
  }
  await deleteLink(tx, accountId);
  await deleteMinutes(tx, accountId);
}
