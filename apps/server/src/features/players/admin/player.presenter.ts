import type { Note, Player } from '@waygate/contract/players/players.schemas';
import { isOwner } from '@waygate/contract/ranks';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { NoteRow } from './notes.queries.ts';
import type { Belongings } from './player.queries.ts';

export function presentNote({ id, at, authorId, authorName, text }: NoteRow, viewer: Viewer): Note {
  return {
    noteId: id,
    at,
    author: { accountDBID: authorId, userName: authorName },
    text,
    canDelete: authorId === viewer.accountId || isOwner(viewer),
  };
}

export function presentBelongings({
  paid,
  ...rest
}: Belongings): Pick<Player, 'gameAccounts' | 'characters' | 'twitch' | 'paid'> {
  return { ...rest, paid: paid && { orders: paid.orders, sum: paid.cents / 100 } };
}
