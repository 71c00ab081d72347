import {
  type TwitchParts,
  deleteLink,
  insertLinkBlock,
  selectLinkLocked,
  BLOCK_DAYS,
  queueRevocation,
} from '#features/twitch-links/twitch-links.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteMinutes } from './unlink.queries.ts';

export const UNLINKED = 'Twitch unlinked successfully!';

type UnlinkParts = TwitchParts & { jobs: Jobs };

/**
 * Deletes identity, tokens and minutes, and has Twitch end what was allowed. Claims stay, and the identity cannot move
 * elsewhere for a while. Whoever withdraws can do so where Twitch is switched off, too.
 */
export async function unlink(parts: UnlinkParts, accountId: number): Promise<void> {
  await parts.db.transaction((tx) => deleteWholeLink(parts, tx, accountId));
}

async function deleteWholeLink(
  { twitch, jobs }: UnlinkParts,
  tx: Transaction,
  accountId: number,
): Promise<void> {
  const link = await selectLinkLocked(tx, accountId);
  if (!link) throw conflict('Your account is not linked with Twitch.');
  // Switched off, there is no key: none that opens the tokens, so they just go, and none to hash an identity with.
  // A hash without one would name it to anybody who tries all numbers, so it is not kept from moving instead.
  if (twitch) {
    await queueRevocation(tx, jobs, accountId);
    const [newest] = twitch.tokens.hashesOf(link.twitchUserId);
    await insertLinkBlock(tx, { ...newest, accountId, days: BLOCK_DAYS });
  }
  await deleteLink(tx, accountId);
  await deleteMinutes(tx, accountId);
}
