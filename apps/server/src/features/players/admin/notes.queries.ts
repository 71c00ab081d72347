import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

export type NoteRow = { id: number; at: string; authorId: number; authorName: string; text: string };

export type NewNote = { requestId: string; accountId: number; authorId: number; text: string };

/** @returns the note's id; undefined when the request id was used before */
export async function insertNote(
  db: Db,
  { requestId, accountId, authorId, text }: NewNote,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into staff_notes (request_id, account_id, author_id, text)
    values (${requestId}, ${accountId}, ${authorId}, ${text})
    on conflict (request_id) do nothing returning id`);
  return rows[0]?.id;
}

/** The id of the note that the request id was used for; undefined if that is another note than this. */
export async function selectWrittenNote(
  db: Db,
  { requestId, accountId, authorId, text }: NewNote,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from staff_notes where request_id = ${requestId} and account_id = ${accountId}
      and author_id = ${authorId} and text = ${text}`);
  return rows[0]?.id;
}

export async function countNotes(db: Db, accountId: number): Promise<number> {
  const { rows } = await db.execute<{ notes: number }>(
    sql`select count(*)::int as notes from staff_notes where account_id = ${accountId}`,
  );
  return rows[0]?.notes ?? 0;
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
