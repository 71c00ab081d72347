import type { Note, Player } from '@waygate/contract/players/players.schemas';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { NoteRow } from './notes.queries.ts';
import { canDeleteNote } from './notes.rules.ts';
import type { Belongings } from './player.queries.ts';

export function presentNote({ id, at, authorId, authorName, text }: NoteRow, viewer: Viewer): Note {
  return {
    noteId: id,
    at,
    author: { accountDBID: authorId, userName: authorName },
    text,
    canDelete: canDeleteNote(viewer, authorId),
  };
}

export function presentBelongings({
  paid,
  ...rest
}: Belongings): Pick<Player, 'gameAccounts' | 'characters' | 'twitch' | 'factors' | 'paid'> {
  return { ...rest, paid: paid && { orders: paid.orders, sum: paid.cents / 100 } };
}
