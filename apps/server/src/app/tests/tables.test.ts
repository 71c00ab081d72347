import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getTableColumns, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

const SOURCES = path.join(import.meta.dirname, '../..');

/** Every table that a `*.tables.ts` of the code describes. */
async function readTables(): Promise<PgTable[]> {
  const modules = await Promise.all(
    globSync('**/*.tables.ts', { cwd: SOURCES }).map(
      (file): Promise<Record<string, unknown>> => import(pathToFileURL(path.join(SOURCES, file)).href),
    ),
  );
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
}

const TABLES = await readTables();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Column = { name: string; type: string; isNullable: boolean; hasDefault: boolean };

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1);

/** Columns that only the release before writes, until a migration drops them. */
const UNUSED: Record<string, string[]> = {
  accounts: ['last_active_on', 'last_ip', 'last_login_at', 'last_login_ip', 'previous_active_on'],
};

async function migratedColumns(table: string): Promise<Column[]> {
  const { rows } = await database.db.execute<{
    column_name: string;
    data_type: string;
    is_nullable: string;
    has_default: boolean;
  }>(sql`
    select column_name, is_nullable,
      case data_type when 'ARRAY' then ltrim(udt_name, '_') || '[]' else data_type end as data_type,
      column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns
    -- Words to search by are generated, and no code reads them as a column.
    where table_schema = 'public' and table_name = ${table} and data_type <> 'tsvector'`);
  return rows.map((row) => ({
    name: row.column_name,
    type: row.data_type,
    isNullable: row.is_nullable === 'YES',
    hasDefault: row.has_default,
  }));
}

function statedColumns(table: PgTable): Column[] {
  return Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    isNullable: !column.notNull,
    hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
  }));
}

test.each(TABLES.map((table) => [getTableConfig(table).name, table] as const))(
  'the table definition of %s matches the migrated columns',
  async (name, table) => {
    const migrated = await migratedColumns(name);
    expect(migrated.length).toBeGreaterThan(0);
    const known = migrated.filter((column) => !UNUSED[name]?.includes(column.name));
    expect(statedColumns(table).toSorted(byName)).toEqual(known.toSorted(byName));
  },
);

test('every foreign key is the prefix of an index', async () => {
  const { rows } = await database.db.execute(sql`
    select conrelid::regclass::text as table, conname as key from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`);
  expect(rows).toEqual([]);
});
