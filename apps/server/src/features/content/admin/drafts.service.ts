import type { DraftInput, SavedDraft } from '@waygate/contract/content/history.schemas';
import type { Section } from '@waygate/contract/permissions';
import { and, eq, lt, sql } from 'drizzle-orm';
import { asStaff, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { ContentStore } from '#features/content/content-store.ts';
import {
  contentDrafts,
  type ContentKind,
  type ContentRow,
  type NewContentRow,
} from '#features/content/content.tables.ts';

const ABANDONED_DAYS = 30;

/** A text, or 0 for one that isn't created yet. */
type DraftTarget = { kind: ContentKind; recordId: number };

/** Drafts are the author's own: they change nothing that others see, so the audit log has none of them. */
export type Drafts = {
  read: (db: Db, authorId: number, recordId: number) => Promise<SavedDraft>;
  /** @throws notFound for a text that does not exist */
  save: (
    db: Database,
    staff: Staff,
    draft: DraftInput & { recordId: number },
  ) => Promise<{ savedAt: string }>;
  delete: (db: Database, staff: Staff, recordId: number) => Promise<void>;
};

/** How staff keep what they are typing into texts of one kind. */
export function createDrafts<Row extends ContentRow, NewRow extends NewContentRow>({
  store,
  kind,
  section,
  missing,
}: {
  store: Pick<ContentStore<Row, NewRow>, 'selectIsKept'>;
  kind: ContentKind;
  section: Section;
  missing: string;
}): Drafts {
  return {
    read: async (db, authorId, recordId) => {
      const [draft] = await db.select().from(contentDrafts).where(isDraftOf(authorId, { kind, recordId }));
      if (!draft) return null;
      const { changes, revision, savedAt } = draft;
      return { changes, revision, savedAt: savedAt.toISOString() };
    },
    save: (db, staff, { recordId, changes, revision }) =>
      asStaff(db, staff, { section }, async ({ tx, viewer }) => {
        // Locked against deletion, so that no draft outlives its text.
        if (recordId !== 0 && !(await store.selectIsKept(tx, recordId))) throw notFound(missing);
        const draft = { changes, revision, savedAt: sql`now()` };
        const [saved] = await tx
          .insert(contentDrafts)
          .values({ authorId: viewer.accountId, kind, recordId, ...draft })
          .onConflictDoUpdate({
            target: [contentDrafts.authorId, contentDrafts.kind, contentDrafts.recordId],
            set: draft,
          })
          .returning({ savedAt: contentDrafts.savedAt });
        if (!saved) throw new Error('The database returned no draft.');
        return unchanged({ savedAt: saved.savedAt.toISOString() });
      }),
    delete: (db, staff, recordId) =>
      asStaff(db, staff, { section }, async ({ tx, viewer }) => {
        await deleteDraft(tx, viewer.accountId, { kind, recordId });
        return unchanged();
      }),
  };
}

/** Call in the transaction that saves the text. */
export async function deleteDraft(tx: Transaction, authorId: number, target: DraftTarget): Promise<void> {
  await tx.delete(contentDrafts).where(isDraftOf(authorId, target));
}

/** Deletes drafts that nobody has returned to. */
export async function deleteAbandonedDrafts(db: Db): Promise<void> {
  await db
    .delete(contentDrafts)
    .where(lt(contentDrafts.savedAt, sql`now() - make_interval(days => ${sql.raw(String(ABANDONED_DAYS))})`));
}

function isDraftOf(authorId: number, { kind, recordId }: DraftTarget) {
  return and(
    eq(contentDrafts.authorId, authorId),
    eq(contentDrafts.kind, kind),
    eq(contentDrafts.recordId, recordId),
  );
}
