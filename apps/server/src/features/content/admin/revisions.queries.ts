import { type RevisionItem, REVISIONS_KEPT } from '@waygate/contract/content/history.schemas';
import { and, desc, eq, lte } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type ContentKind, type ContentRow, contentRevisions } from '#features/content/content.tables.ts';

/** With what staff wrote, as JSON has it. */
export type KeptRevision = RevisionItem & { fields: Record<string, unknown> };

type Version = {
  row: Pick<ContentRow, 'revision' | 'updatedAt'>;
  /** Null when nobody knows any more. */
  authorId: number | null;
  /** What staff write, by the names of the API. */
  fields: Record<string, unknown>;
};

/** Keeps the versions of a text that aren't kept already, and deletes the oldest ones beyond the limit. */
export async function insertRevisions(
  tx: Transaction,
  text: { kind: ContentKind; recordId: number },
  versions: [Version, ...Version[]],
): Promise<void> {
  const revisions = versions.map(({ row, authorId, fields }) => ({
    ...text,
    revision: row.revision,
    authorId,
    savedAt: row.updatedAt,
    // As JSON has them: times as texts.
    fields: JSON.parse(JSON.stringify(fields)) as Record<string, unknown>,
  }));
  await tx.insert(contentRevisions).values(revisions).onConflictDoNothing();
  const newest = Math.max(...revisions.map(({ revision }) => revision));
  await tx
    .delete(contentRevisions)
    .where(
      and(
        eq(contentRevisions.kind, text.kind),
        eq(contentRevisions.recordId, text.recordId),
        lte(contentRevisions.revision, newest - REVISIONS_KEPT),
      ),
    );
}

const itemColumns = {
  revision: contentRevisions.revision,
  author: accounts.userName,
  savedAt: contentRevisions.savedAt,
};

/** Newest first. */
export async function selectRevisions(db: Db, kind: ContentKind, recordId: number): Promise<RevisionItem[]> {
  const rows = await db
    .select(itemColumns)
    .from(contentRevisions)
    .leftJoin(accounts, eq(accounts.id, contentRevisions.authorId))
    .where(and(eq(contentRevisions.kind, kind), eq(contentRevisions.recordId, recordId)))
    .orderBy(desc(contentRevisions.revision))
    .limit(REVISIONS_KEPT);
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}

export async function selectRevision(
  db: Db,
  kind: ContentKind,
  { recordId, revision }: { recordId: number; revision: number },
): Promise<KeptRevision | undefined> {
  const [row] = await db
    .select({ ...itemColumns, fields: contentRevisions.fields })
    .from(contentRevisions)
    .leftJoin(accounts, eq(accounts.id, contentRevisions.authorId))
    .where(
      and(
        eq(contentRevisions.kind, kind),
        eq(contentRevisions.recordId, recordId),
        eq(contentRevisions.revision, revision),
      ),
    );
  return row && { ...row, savedAt: row.savedAt.toISOString() };
}
