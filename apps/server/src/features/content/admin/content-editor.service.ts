import type { Section } from '@waygate/contract/permissions';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { editConflict, notFound } from '#platform/errors/app-error.ts';
import type { ContentStore } from '#features/content/content-store.ts';
import type { ContentRow, NewContentRow } from '#features/content/content.tables.ts';

/** An edit by staff. Without the revision that they had read, changes made since are overwritten. */
type Edited<Text> = Text & { revision?: number | undefined };

export type ContentEditor<Text, Presented> = {
  read: (db: Database, id: number) => Promise<Presented>;
  create: (db: Database, staff: Staff, text: Text) => Promise<Presented>;
  update: (db: Database, staff: Staff, edit: { id: number; text: Edited<Text> }) => Promise<Presented>;
  delete: (db: Database, staff: Staff, id: number) => Promise<void>;
};

/**
 * How staff edit texts of one kind: each change has its audit entry, and none overwrites another that was not read.
 * Each method throws notFound for a text that does not exist; the writes throw what `asStaff` throws, and editConflict.
 *
 * @param kind prefix of the audit kinds
 * @param section of the staff who write these texts
 * @param compose renders a text, before any transaction
 * @param fields that staff write and the audit log records
 * @param missing message for a text that does not exist
 */
export function createContentEditor<Text, Row extends ContentRow, NewRow extends NewContentRow, Presented>({
  store,
  kind,
  section,
  compose,
  present,
  fields,
  missing,
}: {
  store: ContentStore<Row, NewRow>;
  kind: 'news' | 'patch_note';
  section: Section;
  compose: (text: Text, authorId: number) => Promise<NewRow>;
  present: (row: Row) => Presented;
  fields: readonly (keyof Row & keyof NewRow & string)[];
  missing: string;
}): ContentEditor<Text, Presented> {
  const recorded = (row: Row | NewRow) => Object.fromEntries(fields.map((name) => [name, row[name]]));
  return {
    read: async (db, id) => {
      const row = await store.selectOne(db, id);
      if (!row) throw notFound(missing);
      return present(row);
    },
    create: async (db, staff, text) => {
      const composed = await compose(text, staff.viewer.accountId);
      return asStaff(db, staff, { section }, async ({ tx }) => {
        const [row] = await store.insert(tx, [composed]);
        if (!row) throw new Error(`The database returned no row for an inserted ${kind}.`);
        return audited({ kind: `${kind}.create`, target: row.id, after: recorded(row) }, present(row));
      });
    },
    update: async (db, staff, { id, text }) => {
      const composed = await compose(text, staff.viewer.accountId);
      return asStaff(db, staff, { section }, async ({ tx }) => {
        const before = await store.selectLocked(tx, id);
        if (!before) throw notFound(missing);
        if (text.revision !== undefined && text.revision !== before.revision) {
          throw editConflict(present(before));
        }
        const changes = changedFields(recorded(before), recorded(composed));
        if (Object.keys(changes.after).length === 0) return unchanged(present(before));
        const row = await store.update(tx, id, composed);
        if (!row) throw notFound(missing);
        return audited({ kind: `${kind}.update`, target: id, ...changes }, present(row));
      });
    },
    delete: (db, staff, id) =>
      asStaff(db, staff, { section }, async ({ tx }) => {
        const row = await store.delete(tx, id);
        if (!row) throw notFound(missing);
        return audited({ kind: `${kind}.delete`, target: id, before: recorded(row) });
      }),
  };
}
