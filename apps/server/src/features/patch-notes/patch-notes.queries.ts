import { and, desc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { type NewPatchNoteRow, type PatchNoteRow, patchNotes } from './patch-notes.tables.ts';

const listColumns = {
  id: patchNotes.id,
  version: patchNotes.version,
  title: patchNotes.title,
  releaseDate: patchNotes.releaseDate,
};

const isPublished = eq(patchNotes.status, 'published');
const newestFirst = [desc(patchNotes.releaseDate), desc(patchNotes.id)];

export type PatchNoteListRow = Pick<PatchNoteRow, keyof typeof listColumns>;

const publishedPatchNotes = prepared((db) =>
  db
    .select({
      ...listColumns,
      // In the same statement, so that list and total tell of the same moment.
      total: sql<number>`(select count(*)::int from ${patchNotes} where ${isPublished})`,
    })
    .from(patchNotes)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('published_patch_notes'),
);

/** Newest release first. The total counts all that is published. */
export async function selectPublishedPatchNotes(
  db: Db,
  limit: number,
): Promise<{ rows: PatchNoteListRow[]; total: number }> {
  const rows = await publishedPatchNotes(db).execute({ limit });
  return { rows, total: rows[0]?.total ?? 0 };
}

const publishedPatchNote = prepared((db) =>
  db
    .select()
    .from(patchNotes)
    .where(and(eq(patchNotes.id, sql.placeholder('id')), isPublished))
    .prepare('published_patch_note'),
);

export async function selectPublishedPatchNote(db: Db, id: number): Promise<PatchNoteRow | undefined> {
  const [row] = await publishedPatchNote(db).execute({ id });
  return row;
}

/** The newest patch notes with their full text, for the feed. */
export async function selectPatchNotesForFeed(db: Db, limit: number): Promise<PatchNoteRow[]> {
  return db
    .select()
    .from(patchNotes)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Where published patch notes are and when each last changed, newest first. */
export async function selectPatchNotesForSitemap(
  db: Db,
  limit: number,
): Promise<Pick<PatchNoteRow, 'id' | 'updatedAt'>[]> {
  return db
    .select({ id: patchNotes.id, updatedAt: patchNotes.updatedAt })
    .from(patchNotes)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Published rows without a time are published now. */
export async function insertPatchNoteRows(db: Db, rows: NewPatchNoteRow[]): Promise<number[]> {
  const values = rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt ?? (row.status === 'published' ? sql`now()` : null),
  }));
  const inserted = await db.insert(patchNotes).values(values).returning({ id: patchNotes.id });
  return inserted.map(({ id }) => id);
}

/** Writes the patch note and, when this publishes it for the first time, the time of that. */
export async function updatePatchNoteRow(
  db: Db,
  id: number,
  row: Omit<NewPatchNoteRow, 'publishedAt'>,
): Promise<boolean> {
  // One statement decides, so that two editors who publish at once agree on the first time.
  const publishedAt =
    row.status === 'published'
      ? sql`coalesce(${patchNotes.publishedAt}, now())`
      : sql`${patchNotes.publishedAt}`;
  const updated = await db
    .update(patchNotes)
    .set({ ...row, publishedAt, updatedAt: sql`now()` })
    .where(eq(patchNotes.id, id))
    .returning({ id: patchNotes.id });
  return updated.length > 0;
}
