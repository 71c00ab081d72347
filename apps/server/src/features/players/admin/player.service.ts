import { holds } from '@waygate/contract/permissions';
import type { Player } from '@waygate/contract/players/players.schemas';
import { type AccountRow, hidesContact } from '#features/identity/identity.ts';
import type { Books } from '#features/statistics/statistics.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { selectNotes } from './notes.queries.ts';
import { presentBelongings, presentNote } from './player.presenter.ts';
import { selectBelongings } from './player.queries.ts';
import { readSharedAddress } from './shared-address.service.ts';

/** The timeline has the older ones. */
const NOTES = 20;

/** What belongs to a player. Nothing is read of what isn't the viewer's. */
export async function readPlayer(
  db: Db,
  viewer: Viewer,
  { account, books }: { account: AccountRow; books: Books },
): Promise<Player> {
  const isHidden = hidesContact(viewer, account);
  const [belongings, notes, sharedAddress] = await Promise.all([
    selectBelongings(db, account.id, {
      characters: holds(viewer, 'gameCharacters'),
      twitch: holds(viewer, 'twitchDrops'),
      paidTo: holds(viewer, 'orders') ? books : undefined,
    }),
    isHidden ? null : selectNotes(db, { accountId: account.id, limit: NOTES }),
    isHidden ? null : readSharedAddress(db, viewer, account),
  ]);
  return {
    ...presentBelongings(belongings),
    sharedAddress,
    notes: notes && notes.map((note) => presentNote(note, viewer)),
  };
}
