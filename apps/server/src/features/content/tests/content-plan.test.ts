import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectHits } from '#features/search/search.queries.ts';
import { newsStore } from '#features/news/news.queries.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.queries.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`
    insert into news (status, title, body, body_html, published_at)
    select 'published', 'Article ' || n, repeat('text ', 200), '', now() from generate_series(1, 20000) n`);
  await database.db.execute(sql`
    insert into patch_notes (status, version, title, body, body_html, release_date, published_at)
    select 'published', '1.' || n, 'Release ' || n, repeat('text ', 200), '', '2026-01-01', now() from generate_series(1, 20000) n`);
  await database.db.execute(sql`vacuum analyze news, patch_notes`);
}, 400_000);
afterAll(() => database.drop());

const READS = [
  ['news', newsStore, 'Article 19999'],
  ['patch_notes', patchNotesStore, 'Release 19999'],
] as const;

/** The plans of every statement that the work runs, in text. */
async function plansOf(work: (db: Database) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const { db, pool, close } = openDatabase({
    connection: database.connection,
    log: createLogger({ level: 'silent' }),
  });
  const query = pool.query.bind(pool);
  type Statement = { text: string; values?: unknown[] };
  const explaining = async (statement: Statement, values = statement.values ?? []) => {
    const explained = await query({ text: `explain ${statement.text}`, values });
    plans.push(explained.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'));
    return query({ ...statement, values });
  };
  Object.assign(pool, { query: explaining });
  await work(db);
  await close();
  return plans.join('\n\n');
}

test.each(READS)('a page of %s reads the index of last changes', async (table, store) => {
  const plans = await plansOf((db) => store.selectPage(db, { search: '', page: 1, limit: 15 }));
  expect(plans).toContain(`Index Scan using ${table}_changed_idx`);
});

test.each(READS)(
  'a search in %s reads the index of titles, for the page and for the count',
  async (table, store, title) => {
    // One row is found, so a second page is beyond the end and is counted.
    const plans = await plansOf((db) => store.selectPage(db, { search: title, page: 2, limit: 15 }));
    const [first, second] = plans.split('\n\n');
    for (const plan of [first, second]) expect(plan).toContain(`Bitmap Index Scan on ${table}_search_idx`);
    expect(plans).not.toContain('Seq Scan');
  },
);

test.each(READS)('%s are found by status and time along indexes', async (table, store) => {
  const { db } = database;
  await db.execute(sql`
    update ${sql.identifier(table)} set status = case id when 1 then 'draft' else 'published' end,
      published_at = now() + case id when 2 then interval '1 day' else interval '-1 day' end,
      published_until = case id when 3 then now() end, updated_at = now() - interval '1 day' where id < 4`);
  await db.execute(sql`analyze ${sql.identifier(table)}`);
  const find = (filter: object, given: Database = db) =>
    store.selectPage(given, { search: '', page: 1, limit: 15, ...filter });
  for (const [state, ids] of [
    ['draft', [1]],
    ['scheduled', [2]],
    ['ended', [3]],
  ] as const)
    expect(await find({ state }).then(({ rows }) => rows.map(({ id }) => id))).toEqual(ids);
  expect((await find({ state: 'live' })).total).toBe(19_997);
  const to = new Date(Date.now() - 3_600_000);
  expect((await find({ to })).total).toBe(3);
  expect(await plansOf((given) => find({ to }, given))).toContain(`${table}_changed_idx`);
  expect(await plansOf((given) => find({ state: 'draft' }, given))).toContain(`${table}_drafts_idx`);
});

test('a search of visitors reads the indexes of words', async () => {
  const plan = await plansOf((db) => selectHits(db, { words: 'release 19999', beginnings: '' }));
  for (const table of ['news', 'patch_notes'])
    expect(plan).toContain(`Bitmap Index Scan on ${table}_words_idx`);
  expect(plan).not.toContain('Seq Scan');
});
