import type { Note } from '@waygate/contract/players/players.schemas';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, forbidden, notFound } from '#platform/errors/app-error.ts';
import {
  deleteNoteRow,
  insertNote,
  type NewNote,
  type NoteRow,
  selectNote,
  selectWrittenNote,
} from './notes.queries.ts';
import { canDeleteNote } from './notes.rules.ts';
import { presentNote } from './player.presenter.ts';

/**
 * Writes a note about an account, once for each request id. The audit log has only its number: a deleted note's text is
 * gone.
 *
 * @throws what `asStaff` throws; conflict when the request id was used for another note
 */
export function createNote(db: Database, staff: Staff, input: Omit<NewNote, 'authorId'>): Promise<Note> {
  const right = { section: 'users', accountId: input.accountId, givesValue: false } as const;
  return asStaff(db, staff, right, async ({ tx, viewer }) => {
    const note = { ...input, authorId: viewer.accountId };
    const newId = await insertNote(tx, note);
    const noteId = newId ?? (await selectWrittenNote(tx, note));
    if (noteId === undefined) throw conflict('This note was saved with another text. Reload the page.');
    const written = presentNote(await getNote(tx, { accountId: input.accountId, noteId }), viewer);
    return newId === undefined
      ? unchanged(written)
      : audited({ kind: 'note.create', target: noteId }, written);
  });
}

async function getNote(tx: Transaction, key: { accountId: number; noteId: number }): Promise<NoteRow> {
  const note = await selectNote(tx, key);
  if (!note) throw new Error('The note was not written.');
  return note;
}

/**
 * Deletes a note for good. Of two who delete it at once, the second finds none.
 *
 * @throws what `asStaff` throws; forbidden for somebody else's, except for owners; notFound
 */
export function deleteNote(
  db: Database,
  staff: Staff,
  { accountId, noteId }: { accountId: number; noteId: number },
): Promise<void> {
  const right = { section: 'users', accountId, givesValue: false } as const;
  // The account's lock keeps others from its notes.
  return asStaff(db, staff, right, async ({ tx, viewer }) => {
    const note = await selectNote(tx, { accountId, noteId });
    if (!note) throw notFound('This note has been deleted already.');
    if (!canDeleteNote(viewer, note.authorId))
      throw forbidden('Only its author or an owner can delete a note.');
    await deleteNoteRow(tx, noteId);
    return audited({ kind: 'note.delete', target: noteId, before: { author: note.authorId, at: note.at } });
  });
}
