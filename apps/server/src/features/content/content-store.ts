import { and, count, desc, eq, getTableColumns, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { containing } from '#platform/db/search-text.ts';
import type { ContentRow, ContentTable, NewContentRow } from './content.tables.ts';

/** A row without its text, which lists do not show. */
export type Listed<Row> = Omit<Row, 'body' | 'bodyHtml'>;

export type ContentStore<Row extends ContentRow, NewRow extends NewContentRow> = {
  /** In the order of the site. The total counts all that is published. */
  selectPublished: (db: Db, limit: number) => Promise<{ rows: Listed<Row>[]; total: number }>;
  selectPublishedOne: (db: Db, id: number) => Promise<Row | undefined>;
  /** Published ones with their text, in the order of the site. */
  selectForFeed: (db: Db, limit: number) => Promise<Row[]>;
  /** Which are published and when each last changed, in the order of the site. */
  selectForSitemap: (db: Db, limit: number) => Promise<Pick<ContentRow, 'id' | 'updatedAt'>[]>;
  /** Drafts too, the one that changed last first. */
  selectPage: (
    db: Db,
    page: { search: string; page: number; limit: number },
  ) => Promise<{ rows: Listed<Row>[]; total: number }>;
  /** A draft too. */
  selectOne: (db: Db, id: number) => Promise<Row | undefined>;
  /** A draft too; until the transaction ends, nobody else changes it. */
  selectLocked: (tx: Transaction, id: number) => Promise<Row | undefined>;
  /** Published rows without a time are published now. */
  insert: (db: Db, rows: NewRow[]) => Promise<Row[]>;
  /** Writes the row and, when this publishes it for the first time, the time of that. */
  update: (tx: Transaction, id: number, row: Omit<NewRow, 'publishedAt'>) => Promise<Row | undefined>;
  /** The row as it was, if there was one. */
  delete: (tx: Transaction, id: number) => Promise<Row | undefined>;
};

/**
 * The statements of one table of texts.
 *
 * @param name is part of the names of prepared statements
 * @param order of the site
 * @param searched columns in which staff search
 */
export function createContentStore<Table extends ContentTable>({
  table,
  name,
  order,
  searched,
}: {
  table: Table;
  name: string;
  order: SQL[];
  searched: PgColumn[];
}): ContentStore<Table['$inferSelect'], Table['$inferInsert']> {
  // It has these columns and more; Drizzle types the rows of a known table alone.
  const content: ContentTable = table;
  const { body: _body, bodyHtml: _bodyHtml, ...listColumns } = getTableColumns(content);
  const isPublished = eq(content.status, 'published');
  const statements = publishedStatements({ content, name, order, listColumns });
  const store: ContentStore<ContentRow, NewContentRow> = {
    selectPublished: async (db, limit) => {
      const rows = await statements.list(db).execute({ limit });
      return { rows, total: rows[0]?.total ?? 0 };
    },
    selectPublishedOne: async (db, id) => (await statements.one(db).execute({ id }))[0],
    selectForFeed: (db, limit) =>
      db
        .select()
        .from(content)
        .where(isPublished)
        .orderBy(...order)
        .limit(limit),
    selectForSitemap: (db, limit) =>
      db
        .select({ id: content.id, updatedAt: content.updatedAt })
        .from(content)
        .where(isPublished)
        .orderBy(...order)
        .limit(limit),
    selectPage: async (db, { search, page, limit }) => {
      const isFound =
        search === '' ? undefined : or(...searched.map((column) => ilike(column, containing(search))));
      const [rows, [counted]] = await Promise.all([
        db
          .select(listColumns)
          .from(content)
          .where(isFound)
          .orderBy(desc(content.updatedAt), desc(content.id))
          .limit(limit)
          .offset((page - 1) * limit),
        db.select({ total: count() }).from(content).where(isFound),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },
    selectOne: async (db, id) => (await db.select().from(content).where(eq(content.id, id)))[0],
    ...changes(content),
  };
  return store;
}

type Columns = Omit<ContentTable['_']['columns'], 'body' | 'bodyHtml'>;

/** What every visitor asks for. */
function publishedStatements({
  content,
  name,
  order,
  listColumns,
}: {
  content: ContentTable;
  name: string;
  order: SQL[];
  listColumns: Columns;
}) {
  const isPublished = eq(content.status, 'published');
  const list = prepared((db) =>
    db
      .select({
        ...listColumns,
        // In the same statement, so that list and total tell of the same moment.
        total: sql<number>`(select count(*)::int from ${content} where ${isPublished})`,
      })
      .from(content)
      .where(isPublished)
      .orderBy(...order)
      .limit(sql.placeholder('limit'))
      .prepare(`published_${name}`),
  );
  const one = prepared((db) =>
    db
      .select()
      .from(content)
      .where(and(eq(content.id, sql.placeholder('id')), isPublished))
      .prepare(`published_one_of_${name}`),
  );
  return { list, one };
}

function changes(
  content: ContentTable,
): Pick<ContentStore<ContentRow, NewContentRow>, 'selectLocked' | 'insert' | 'update' | 'delete'> {
  return {
    selectLocked: async (tx, id) => {
      const [row] = await tx.select().from(content).where(eq(content.id, id)).for('no key update');
      return row;
    },
    insert: (db, rows) => {
      const values = rows.map((row) => ({
        ...row,
        publishedAt: row.publishedAt ?? (row.status === 'published' ? sql`now()` : null),
      }));
      return db.insert(content).values(values).returning();
    },
    update: async (tx, id, row) => {
      // One statement decides, so that two editors who publish at once agree on the first time.
      const publishedAt =
        row.status === 'published'
          ? sql`coalesce(${content.publishedAt}, now())`
          : sql`${content.publishedAt}`;
      const revision = sql`${content.revision} + 1`;
      const [updated] = await tx
        .update(content)
        .set({ ...row, publishedAt, revision, updatedAt: sql`now()` })
        .where(eq(content.id, id))
        .returning();
      return updated;
    },
    delete: async (tx, id) => {
      const [row] = await tx.delete(content).where(eq(content.id, id)).returning();
      return row;
    },
  };
}
