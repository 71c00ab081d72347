import type { Revision, RevisionItem } from '@waygate/contract/content/history.schemas';
import type { Section } from '@waygate/contract/permissions';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { ContentStore } from '#features/content/content-store.ts';
import type { ContentKind, ContentRow, NewContentRow } from '#features/content/content.tables.ts';
import { publishingTime } from '#features/content/publishing.rules.ts';
import { createDrafts, deleteDraft, type Drafts } from './drafts.service.ts';
import { insertRevisions, selectRevision, selectRevisions } from './revisions.queries.ts';

/** An edit by staff. Without the revision that they had read, changes made since are overwritten. */
type Edited<Text> = Text & { revision?: number | undefined };

type RevisionOf = { id: number; revision: number };

export type ContentEditor<Text, Presented> = {
  read: (db: Database, id: number) => Promise<Presented>;
  create: (db: Database, staff: Staff, text: Text) => Promise<Presented>;
  update: (db: Database, staff: Staff, edit: { id: number; text: Edited<Text> }) => Promise<Presented>;
  delete: (db: Database, staff: Staff, id: number) => Promise<void>;
  drafts: Drafts;
  listRevisions: (db: Database, id: number) => Promise<RevisionItem[]>;
  readRevision: (db: Database, of: RevisionOf) => Promise<Revision>;
  /** Saves the text of a revision. Whether and when visitors see it stays as it is. */
  restore: (db: Database, staff: Staff, of: RevisionOf & { read: number | undefined }) => Promise<Presented>;
};

type EditorParts<Text, Row extends ContentRow, NewRow extends NewContentRow, Presented> = {
  store: ContentStore<Row, NewRow>;
  /** Prefix of the audit kinds. */
  kind: 'news' | 'patch_note';
  /** The table's name. */
  table: ContentKind;
  /** Of the staff who write these texts. */
  section: Section;
  /** Parses what staff write. */
  schema: $ZodType<Text>;
  /** Renders a text, before any transaction. */
  compose: (text: Text, authorId: number) => Promise<NewRow>;
  present: (row: Row) => Presented;
  /** What staff write: recorded by the audit log and in revisions. */
  fields: readonly (keyof Row & keyof NewRow & string)[];
  /** Message for a text that does not exist. */
  missing: string;
};

/**
 * How staff edit texts of one kind: each change has its audit entry and revision, and none overwrites another that was not read.
 * Each method throws notFound for a text that does not exist; the writes throw what `asStaff` throws, and editConflict.
 */
export function createContentEditor<Text, Row extends ContentRow, NewRow extends NewContentRow, Presented>(
  parts: EditorParts<Text, Row, NewRow, Presented>,
): ContentEditor<Text, Presented> {
  const { store, kind, table, section, compose, present, missing } = parts;
  const recorded = recordedBy<Row, NewRow>(parts.fields);
  const update = createUpdate(parts);
  return {
    drafts: createDrafts({ ...parts, kind: table }),
    read: async (db, id) => {
      const row = await store.selectOne(db, id);
      if (!row) throw notFound(missing);
      return present(row);
    },
    create: async (db, staff, text) => {
      const composed = await compose(text, staff.viewer.accountId);
      return asStaff(db, staff, { section }, async ({ tx, viewer }) => {
        const [row] = await store.insert(tx, [composed]);
        if (!row) throw new Error(`The database returned no row for an inserted ${kind}.`);
        await insertRevisions(tx, { kind: table, recordId: row.id }, [
          { row, authorId: viewer.accountId, fields: recorded(row) },
        ]);
        await deleteDraft(tx, viewer.accountId, { kind: table, recordId: 0 });
        return audited({ kind: `${kind}.create`, target: row.id, after: recorded(row) }, present(row));
      });
    },
    update: (db, staff, edit) => update(db, staff, { ...edit, action: `${kind}.update` }),
    delete: (db, staff, id) =>
      asStaff(db, staff, { section }, async ({ tx }) => {
        const row = await store.delete(tx, id);
        if (!row) throw notFound(missing);
        return audited({ kind: `${kind}.delete`, target: id, before: recorded(row) });
      }),
    listRevisions: (db, id) => selectRevisions(db, table, id),
    readRevision: (db, of) => getRevision(db, table, of),
    restore: async (db, staff, { id, revision, read }) => {
      const { fields } = await getRevision(db, table, { id, revision });
      const row = await store.selectOne(db, id);
      if (!row) throw notFound(missing);
      const { publishedAt: _at, publishedUntil: _until, ...written } = fields;
      const parsed = safeParse(parts.schema, { ...written, status: row.status });
      if (!parsed.success)
        throw invalid('This revision no longer fits the rules for texts. Copy what you need from it.');
      // Status and text were read apart: what somebody saves between them is a conflict.
      const text = { ...parsed.data, revision: read ?? row.revision };
      return update(db, staff, { id, text, action: `${kind}.restore`, restoredRevision: revision });
    },
  };
}

type Update<Text> = {
  id: number;
  text: Edited<Text>;
  action: `${'news' | 'patch_note'}.${'update' | 'restore'}`;
  restoredRevision?: number;
};

function createUpdate<Text, Row extends ContentRow, NewRow extends NewContentRow, Presented>(
  parts: EditorParts<Text, Row, NewRow, Presented>,
) {
  const { store, table, section, compose, present, missing } = parts;
  const recorded = recordedBy<Row, NewRow>(parts.fields);
  return async (db: Database, staff: Staff, { id, text, action, restoredRevision }: Update<Text>) => {
    const composed = await compose(text, staff.viewer.accountId);
    return asStaff(db, staff, { section }, async ({ tx, viewer }) => {
      const found = await store.selectLocked(tx, id);
      if (!found) throw notFound(missing);
      const { row: before, now } = found;
      if (text.revision !== undefined && text.revision !== before.revision) {
        throw editConflict(present(before));
      }
      const next: NewRow = {
        ...composed,
        publishedAt: publishingTime(composed, before, now),
        publishedUntil:
          composed.publishedUntil === undefined ? before.publishedUntil : composed.publishedUntil,
      };
      await deleteDraft(tx, viewer.accountId, { kind: table, recordId: id });
      const { before: was, after } = changedFields(recorded(before), recorded(next));
      if (Object.keys(after).length === 0) return unchanged(present(before));
      const row = await store.update(tx, id, next);
      if (!row) throw notFound(missing);
      await insertRevisions(tx, { kind: table, recordId: id }, [
        // From before revisions were kept: then nobody knows who wrote it.
        { row: before, authorId: null, fields: recorded(before) },
        { row, authorId: viewer.accountId, fields: recorded(row) },
      ]);
      const changes = { before: was, after: { ...after, ...(restoredRevision && { restoredRevision }) } };
      return audited({ kind: action, target: id, ...changes }, present(row));
    });
  };
}

/** What staff write of a row. */
function recordedBy<Row, NewRow>(fields: readonly (keyof Row & keyof NewRow & string)[]) {
  return (row: Row | NewRow): Record<string, unknown> =>
    Object.fromEntries(fields.map((name) => [name, row[name]]));
}

async function getRevision(
  db: Database,
  table: ContentKind,
  { id, revision }: RevisionOf,
): Promise<Revision> {
  const found = await selectRevision(db, table, { recordId: id, revision });
  if (!found) throw notFound('This revision is no longer kept.');
  // All fields of news and patch notes are texts.
  return { ...found, fields: found.fields as Revision['fields'] };
}
