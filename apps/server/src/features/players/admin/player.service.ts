import { holds } from '@waygate/contract/permissions';
import { NOTES_SHOWN, type Player } from '@waygate/contract/players/players.schemas';
import { type AccountRow, hidesContact, hidesNotes } from '#features/identity/identity.ts';
import type { Books } from '#features/statistics/statistics.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database } from '#platform/db/database.ts';
import { countNotes, selectNotes } from './notes.queries.ts';
import { presentBelongings, presentNote } from './player.presenter.ts';
import { selectBelongings } from './player.queries.ts';
import { readSharedAddress } from './shared-address.service.ts';

/** What belongs to a player. Nothing is read of what isn't the viewer's. */
export async function readPlayer(
  db: Database,
  viewer: Viewer,
  { account, books }: { account: AccountRow; books: Books },
): Promise<Player> {
  const hasNotes = !hidesNotes(viewer, account);
  const [belongings, notes, noteCount, sharedAddress] = await Promise.all([
    selectBelongings(db, account.id, {
      characters: holds(viewer, 'gameCharacters'),
      factors: !hidesContact(viewer, account),
      twitch: holds(viewer, 'twitchDrops'),
      paidTo: holds(viewer, 'orders') ? books : undefined,
    }),
    hasNotes ? selectNotes(db, { accountId: account.id, limit: NOTES_SHOWN }) : null,
    hasNotes ? countNotes(db, account.id) : null,
    hidesContact(viewer, account) ? null : readSharedAddress(db, viewer, account.id),
  ]);
  return {
    ...presentBelongings(belongings),
    sharedAddress,
    notes: notes && notes.map((note) => presentNote(note, viewer)),
    noteCount,
  };
}
