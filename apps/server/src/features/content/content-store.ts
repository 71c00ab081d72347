import type { ContentState } from '@waygate/contract/content-status';
import { and, desc, eq, getTableColumns, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { readWindow } from '#platform/db/paging/read-page.ts';
import { containing, hasTrigram, isFoundFirst } from '#platform/db/search-text.ts';
import type { ContentRow, ContentTable, NewContentRow } from './content.tables.ts';
import { isInState, isShown, type NextChange, selectNextChange } from './shown.ts';

/** A row of a list, without its text. */
export type Listed<Row> = Omit<Row, 'body' | 'bodyHtml'>;

/** What staff narrow the list by; from and to are of the last change. */
export type ContentFilter = {
  search: string;
  state?: ContentState | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

export type ContentStore<Row extends ContentRow, NewRow extends NewContentRow> = {
  /** In the site's order. The total counts all published rows. */
  selectPublished: (db: Db, limit: number) => Promise<{ rows: Listed<Row>[]; total: number }>;
  selectPublishedOne: (db: Db, id: number) => Promise<Row | undefined>;
  /** The published row after this one, in the site's order. */
  selectNext: (db: Db, id: number) => Promise<Listed<Row> | undefined>;
  /** Published rows with their text, in the site's order. */
  selectForFeed: (db: Db, limit: number) => Promise<Row[]>;
  /** Published rows with the time of their last change, in the site's order. */
  selectForSitemap: (db: Db, limit: number) => Promise<Pick<ContentRow, 'id' | 'updatedAt'>[]>;
  selectPublishedIds: (db: Db) => Promise<number[]>;
  /** The first moment after `since`, or after now, at which a row appears or ends. */
  selectNextChange: (db: Db, since: Date | undefined) => Promise<NextChange>;
  /** Includes drafts; last changed first. */
  selectPage: (
    db: Db,
    page: ContentFilter & { page: number; limit: number },
  ) => Promise<{ rows: Listed<Row>[]; total: number }>;
  /** Includes drafts. */
  selectOne: (db: Db, id: number) => Promise<Row | undefined>;
  /** Includes drafts. Locks the row until the transaction ends. With the transaction's time. */
  selectLocked: (tx: Transaction, id: number) => Promise<{ row: Row; now: Date } | undefined>;
  /** Whether it exists, drafts included. Then nobody deletes it until the transaction ends. */
  selectIsKept: (tx: Transaction, id: number) => Promise<boolean>;
  /** Published rows without `publishedAt` get the current time. */
  insert: (db: Db, rows: NewRow[]) => Promise<Row[]>;
  update: (tx: Transaction, id: number, row: NewRow) => Promise<Row | undefined>;
  /** @returns the deleted row, if there was one */
  delete: (tx: Transaction, id: number) => Promise<Row | undefined>;
};

/**
 * Creates the statements for one table of drafts and published texts.
 *
 * @param name part of the names of prepared statements
 * @param sortedBy the column of the site's order, which is descending, and by id where it is equal
 * @param searched the columns that the search of staff covers
 */
export function createContentStore<Table extends ContentTable>({
  table,
  name,
  sortedBy,
  searched,
}: {
  table: Table;
  name: string;
  sortedBy: PgColumn;
  searched: PgColumn[];
}): ContentStore<Table['$inferSelect'], Table['$inferInsert']> {
  // It has these columns and more; Drizzle types the rows of a known table alone.
  const content: ContentTable = table;
  const { body: _body, bodyHtml: _bodyHtml, ...listColumns } = getTableColumns(content);
  const order = [desc(sortedBy), desc(content.id)];
  const statements = publishedStatements({ content, name, sortedBy, order, listColumns });
  const store: ContentStore<ContentRow, NewContentRow> = {
    selectPublished: async (db, limit) => {
      const rows = await statements.list(db).execute({ limit });
      return { rows, total: rows[0]?.total ?? 0 };
    },
    selectPublishedOne: async (db, id) => (await statements.one(db).execute({ id }))[0],
    selectNext: async (db, id) => (await statements.next(db).execute({ id }))[0],
    ...publishedReads(content, order),
    selectPage: async (db, { page, limit, search, state, from, to }) => {
      const isFound = and(
        search === '' ? undefined : or(...searched.map((column) => ilike(column, containing(search)))),
        state && isInState(content, state),
        from && gte(content.updatedAt, from),
        to && lt(content.updatedAt, to),
      );
      const found = db.select({ id: content.id }).from(content).where(isFound);
      const window = { offset: (page - 1) * limit, limit };
      const { rows, totals } = await readWindow(db, window, {
        select: (shown) =>
          db
            .select(listColumns)
            .from(content)
            .where(hasTrigram(search) ? isFoundFirst(content.id, found) : isFound)
            .orderBy(desc(content.updatedAt), desc(content.id))
            .limit(shown.limit)
            .offset(shown.offset),
        countable: () => found,
        countTo: 'all',
      });
      return { rows, total: totals.total };
    },
    selectOne: async (db, id) => (await db.select().from(content).where(eq(content.id, id)))[0],
    ...changes(content),
  };
  return store;
}

function publishedReads(
  content: ContentTable,
  order: SQL[],
): Pick<
  ContentStore<ContentRow, NewContentRow>,
  'selectForFeed' | 'selectForSitemap' | 'selectPublishedIds' | 'selectNextChange'
> {
  const isPublished = isShown(content);
  const lastChange = sql<Date>`greatest(${content.updatedAt}, ${content.publishedAt})`.mapWith(
    content.updatedAt,
  );
  return {
    selectForFeed: (db, limit) =>
      db
        .select()
        .from(content)
        .where(isPublished)
        .orderBy(...order)
        .limit(limit),
    selectForSitemap: (db, limit) =>
      db
        .select({ id: content.id, updatedAt: lastChange })
        .from(content)
        .where(isPublished)
        .orderBy(...order)
        .limit(limit),
    selectPublishedIds: async (db) => {
      const rows = await db.select({ id: content.id }).from(content).where(isPublished);
      return rows.map(({ id }) => id);
    },
    selectNextChange: (db, since) => selectNextChange(db, content, since),
  };
}

type Columns = Omit<ContentTable['_']['columns'], 'body' | 'bodyHtml'>;

/** Prepared statements for public reads. */
function publishedStatements({
  content,
  name,
  sortedBy,
  order,
  listColumns,
}: {
  content: ContentTable;
  name: string;
  sortedBy: PgColumn;
  order: SQL[];
  listColumns: Columns;
}) {
  const isPublished = isShown(content);
  const list = prepared((db) =>
    db
      .select({
        ...listColumns,
        // In the same statement, so that list and total are consistent.
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
  const read = alias(content, 'read');
  const next = prepared((db) =>
    db
      .select(listColumns)
      .from(content)
      .innerJoin(read, eq(read.id, sql.placeholder('id')))
      .where(
        and(
          isPublished,
          sql`(${sortedBy}, ${content.id}) < (${read}.${sql.identifier(sortedBy.name)}, ${read.id})`,
        ),
      )
      .orderBy(...order)
      .limit(1)
      .prepare(`next_of_${name}`),
  );
  return { list, one, next };
}

function changes(
  content: ContentTable,
): Pick<
  ContentStore<ContentRow, NewContentRow>,
  'selectLocked' | 'selectIsKept' | 'insert' | 'update' | 'delete'
> {
  return {
    selectLocked: async (tx, id) => {
      const { id: _id, ...columns } = getTableColumns(content);
      const [found] = await tx
        .select({ ...columns, id: content.id, now: sql<Date>`now()`.mapWith(content.updatedAt) })
        .from(content)
        .where(eq(content.id, id))
        .for('no key update');
      if (!found) return undefined;
      const { now, ...row } = found;
      return { row, now };
    },
    selectIsKept: async (tx, id) => {
      const found = tx.select({ id: content.id }).from(content).where(eq(content.id, id)).for('key share');
      return (await found).length > 0;
    },
    insert: (db, rows) => {
      const values = rows.map((row) => ({
        ...row,
        publishedAt: row.publishedAt ?? (row.status === 'published' ? sql`now()` : null),
      }));
      return db.insert(content).values(values).returning();
    },
    update: async (tx, id, row) => {
      const revision = sql`${content.revision} + 1`;
      const [updated] = await tx
        .update(content)
        .set({ ...row, revision, updatedAt: sql`now()` })
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
