import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

export type NoteRow = { id: number; at: string; authorId: number; authorName: string; text: string };

export async function insertNote(
  db: Db,
  { accountId, authorId, text }: { accountId: number; authorId: number; text: string },
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into staff_notes (account_id, author_id, text) values (${accountId}, ${authorId}, ${text}) returning id`);
  const [row] = rows;
  if (!row) throw new Error('The note was not written.');
  return row.id;
}

/** The newest notes of an account, or one of them. */
export async function selectNotes(
  db: Db,
  { accountId, noteId, limit }: { accountId: number; noteId?: number; limit: number },
): Promise<NoteRow[]> {
  const { rows } = await db.execute<NoteRow>(sql`
    select note.id, to_json(note.created_at) #>> '{}' as at, author_id as "authorId",
      accounts.user_name as "authorName", note.text
    from staff_notes as note join accounts on accounts.id = author_id
    where note.account_id = ${accountId} ${noteId === undefined ? sql`` : sql`and note.id = ${noteId}`}
    order by note.created_at desc, note.id desc limit ${limit}`);
  return rows;
}

export async function selectNote(
  db: Db,
  { accountId, noteId }: { accountId: number; noteId: number },
): Promise<NoteRow | undefined> {
  const [note] = await selectNotes(db, { accountId, noteId, limit: 1 });
  return note;
}

export async function deleteNoteRow(db: Db, noteId: number): Promise<void> {
  await db.execute(sql`delete from staff_notes where id = ${noteId}`);
}
