import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { RETENTION } from '#app/retention.ts';
import { OTHER_DATA } from '#features/privacy/other-data.ts';
import { PERSONAL_DATA } from '#features/privacy/personal-data.ts';
import { useTestParts } from '#test/test-parts.ts';

const { db } = await useTestParts();

const listed = (names: string) => names.split(' ');

/** Columns that the lists name, as `table.column`. */
function namedColumns(): string[] {
  const personal = Object.entries(PERSONAL_DATA).flatMap(([table, { columns, others }]) =>
    [...Object.keys(columns), ...listed(others)].map((column) => `${table}.${column}`),
  );
  const rest = Object.entries(OTHER_DATA).flatMap(([table, columns]) =>
    listed(columns).map((column) => `${table}.${column}`),
  );
  return [...personal, ...rest];
}

test('each column of the database is either personal data or declared not to be', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const stored = rows.map(({ name }) => name);
  const named = namedColumns();
  expect(
    stored.filter((name) => !named.includes(name)),
    'Name these in features/privacy/personal-data.ts with why they are stored and how they are erased, or in other-data.ts if they say nothing about a person',
  ).toEqual([]);
  expect(
    named.filter((name) => !stored.includes(name)),
    'These are in the lists of features/privacy, but not in the database',
  ).toEqual([]);
});

test('no column is named twice', () => {
  const named = namedColumns();
  expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
});

test('secrets and what the erasure overwrites are columns of their table', () => {
  const unknown = Object.entries(PERSONAL_DATA).flatMap(
    ([table, { columns, others, secrets = [], erasure }]) => {
      const overwritten = erasure.by === 'columns' ? Object.keys(erasure.set) : [];
      const all = [...Object.keys(columns), ...listed(others)];
      return [...secrets, ...overwritten]
        .filter((name) => !all.includes(name))
        .map((name) => `${table}.${name}`);
    },
  );
  expect(unknown).toEqual([]);
});

test('each table with personal data says how long it is kept', () => {
  expect(Object.keys(PERSONAL_DATA).filter((table) => RETENTION[table] === undefined)).toEqual([]);
});
