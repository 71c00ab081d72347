import { type Revision, type RevisionItem, REVISIONS_KEPT } from '@waygate/contract/content/history.schemas';
import { and, desc, eq, lte } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type ContentKind, contentRevisions } from '#features/content/content.tables.ts';

type NewRevision = {
  kind: ContentKind;
  recordId: number;
  revision: number;
  /** Null when nobody knows any more. */
  authorId: number | null;
  savedAt: Date;
  /** What staff write, by the names of the API. */
  fields: Record<string, unknown>;
};

/** Keeps a version of a text, if it isn't kept already, and deletes the oldest ones beyond the limit. */
export async function insertRevision(tx: Transaction, revision: NewRevision): Promise<void> {
  // As JSON has them: times as texts.
  const fields = JSON.parse(JSON.stringify(revision.fields)) as Record<string, string | null>;
  await tx
    .insert(contentRevisions)
    .values({ ...revision, fields })
    .onConflictDoNothing();
  await tx
    .delete(contentRevisions)
    .where(
      and(
        eq(contentRevisions.kind, revision.kind),
        eq(contentRevisions.recordId, revision.recordId),
        lte(contentRevisions.revision, revision.revision - REVISIONS_KEPT),
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
): Promise<Revision | undefined> {
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
