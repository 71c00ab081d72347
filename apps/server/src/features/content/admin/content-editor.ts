import type { Section } from '@waygate/contract/permissions';
import { requireSection, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, notFound } from '#platform/errors/app-error.ts';
import type { ContentStore } from '#features/content/content-store.ts';
import type { ContentRow, NewContentRow } from '#features/content/content.tables.ts';

/** What an editor sends. Without a revision, it is written over whatever happened since it was read. */
type Edited<Text> = Text & { revision?: number | undefined };

export type ContentDesk<Text, Presented> = {
  read: (db: Database, id: number) => Promise<Presented>;
  create: (db: Database, staff: Staff, text: Text) => Promise<Presented>;
  update: (db: Database, staff: Staff, edit: { id: number; text: Edited<Text> }) => Promise<Presented>;
  remove: (db: Database, staff: Staff, id: number) => Promise<void>;
};

/**
 * Where staff write texts of one kind: each change with its entry in the audit log, and none over another unseen.
 *
 * @param kind in the audit log
 * @param section of the staff who write here
 * @param compose renders the text of a member of staff, before any transaction
 * @param fields what staff write, and the audit log tells of
 * @param missing the sentence for a text that is not there
 */
export function createContentDesk<Text, Row extends ContentRow, NewRow extends NewContentRow, Presented>({
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
}): ContentDesk<Text, Presented> {
  const written = (row: Row | NewRow) => Object.fromEntries(fields.map((name) => [name, row[name]]));
  return {
    read: async (db, id) => {
      const row = await store.selectOne(db, id);
      if (!row) throw notFound(missing);
      return present(row);
    },
    create: async (db, staff, text) => {
      const composed = await compose(text, staff.viewer.accountId);
      return write(db, { staff, section }, async (tx) => {
        const [row] = await store.insert(tx, [composed]);
        if (!row) throw new Error(`The database returned no row for an inserted ${kind}.`);
        await recordAudit(tx, staff, { kind: `${kind}.create`, target: row.id, after: written(row) });
        return present(row);
      });
    },
    update: async (db, staff, { id, text }) => {
      const composed = await compose(text, staff.viewer.accountId);
      return write(db, { staff, section }, async (tx) => {
        const before = await store.selectLocked(tx, id);
        if (!before) throw notFound(missing);
        if (text.revision !== undefined && text.revision !== before.revision) {
          throw editConflict(present(before));
        }
        const changes = changedFields(written(before), written(composed));
        if (Object.keys(changes.after).length === 0) return present(before);
        const row = await store.update(tx, id, composed);
        if (!row) throw notFound(missing);
        await recordAudit(tx, staff, { kind: `${kind}.update`, target: id, ...changes });
        return present(row);
      });
    },
    remove: (db, staff, id) =>
      write(db, { staff, section }, async (tx) => {
        const row = await store.delete(tx, id);
        if (!row) throw notFound(missing);
        await recordAudit(tx, staff, { kind: `${kind}.delete`, target: id, before: written(row) });
      }),
  };
}

/** In a transaction of staff who hold the section still. */
function write<Done>(
  db: Database,
  { staff, section }: { staff: Staff; section: Section },
  work: (tx: Transaction) => Promise<Done>,
): Promise<Done> {
  return db.transaction(async (tx) => {
    await requireSection(tx, staff, section);
    return work(tx);
  });
}
