import type { Note } from '@waygate/contract/players/players.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { asStaff, audited, type Staff } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { forbidden, notFound } from '#platform/errors/app-error.ts';
import { deleteNoteRow, insertNote, selectNote, selectNotes } from './notes.queries.ts';
import { presentNote } from './player.presenter.ts';

/**
 * Writes a note about an account. The audit log has only its number: a deleted note's text is gone.
 *
 * @throws what `asStaff` throws
 */
export function createNote(
  db: Database,
  staff: Staff,
  { accountId, text }: { accountId: number; text: string },
): Promise<Note> {
  const right = { section: 'users', accountId, givesValue: false } as const;
  return asStaff(db, staff, right, async ({ tx, viewer }) => {
    const noteId = await insertNote(tx, { accountId, authorId: viewer.accountId, text });
    const [note] = await selectNotes(tx, { accountId, noteId, limit: 1 });
    if (!note) throw new Error('The note was not written.');
    return audited({ kind: 'note.create', target: noteId }, presentNote(note, viewer));
  });
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
    if (note.authorId !== viewer.accountId && !isOwner(viewer))
      throw forbidden('Only its author or an owner can delete a note.');
    await deleteNoteRow(tx, noteId);
    return audited({ kind: 'note.delete', target: noteId, before: { author: note.authorId, at: note.at } });
  });
}
