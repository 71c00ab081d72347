import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isContract } from '#platform/db/schema-guard.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { useEmptyDatabase } from '#test/backups.ts';

/** Migrations before it were made while no portal had to be updated. Its mark is what the releases since look for. */
const FIRST = '0080-schema-guard.sql';

/** Tables whose rows name an account's row of activity since 0183. */
const KEYS_OF_SIGN_INS = ['activity_days', 'known_devices', 'known_networks', 'sessions', 'sign_ins'];

/** What none of these releases misses, and why. */
const ACCEPTED: Record<string, string> = {
  '0133-narrow-redaction.sql: redact_audit_entries(integer,text[],text[],text[]) is gone':
    '0131 of the same release made it, so no release before calls it',
  '0175-passkeys-alone-or-second.sql: sign_ins demands more: sign_ins_method_check':
    'the check has the same methods and two more, and is not valid yet',
  '0176-methods-of-sign-ins.sql: sign_ins demands more: sign_ins_method_check':
    'the check of 0175 is validated',
  ...Object.fromEntries(
    ['0183-keys-of-sign-ins.sql', '0184-valid-keys-of-sign-ins.sql'].flatMap((file) =>
      KEYS_OF_SIGN_INS.map((table) => [
        `${file}: ${table} demands more: ${table}_account_id_fkey`,
        'each account has a row of activity, which a trigger adds for older releases too',
      ]),
    ),
  ),
};

type Column = { type: string; isNullable: boolean; isFilled: boolean };
type Constraint = { definition: string; columns: string[] };
type Catalogue = {
  tables: Map<string, Map<string, Column>>;
  /** Checks, foreign keys and unique indexes, by table and name. */
  constraints: Map<string, Constraint>;
  functions: Set<string>;
};

test('each migration only adds, or begins with -- Contract:', async () => {
  const client = new pg.Client(await useEmptyDatabase());
  await client.connect();
  onTestFinished(() => client.end());
  const names = (await readdir(MIGRATIONS)).toSorted();
  // As the runner makes it.
  await client.query(
    'create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)',
  );
  const found: string[] = [];
  let before = await readCatalogue(client);
  for (const name of names) {
    const text = await readFile(path.join(MIGRATIONS, name), 'utf8');
    await client.query(text);
    if (name < FIRST) continue;
    const after = await readCatalogue(client);
    if (name > FIRST && !isContract(text))
      found.push(...findTaken(before, after).map((what) => `${name}: ${what}`));
    before = after;
  }
  expect(found).toEqual(Object.keys(ACCEPTED));
});

test('finds what a migration takes away or demands', async () => {
  const client = new pg.Client(await useEmptyDatabase());
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    create table kept (id integer primary key, kind text check (kind in ('one', 'two')), note text, size integer, old text default '');
    create table gone (id integer);
    create function called(integer) returns integer language sql as 'select 1'`);
  const before = await readCatalogue(client);
  await client.query(`
    drop table gone;
    drop function called(integer);
    alter table kept rename note to remark;
    alter table kept alter size set not null, alter size type bigint, alter old drop default, alter old set not null, add demanded text not null,
      add filled text not null default '', add optional text, add check (size > 0), drop constraint kept_kind_check, add check (kind in ('one', 'three'));
    create unique index kept_note_idx on kept (lower(remark)); create unique index on kept (optional)`);
  expect(findTaken(before, await readCatalogue(client))).toEqual([
    'kept.note is gone',
    'kept.size has another type: integer, now bigint',
    'kept.size must be set',
    'kept.old must be set',
    'kept.demanded must be set',
    'gone is gone',
    'kept demands more: kept_kind_check',
    'kept demands more: kept_note_idx',
    'kept demands more: kept_size_check',
    'called(integer) is gone',
  ]);
  const wider = await readCatalogue(client);
  await client.query(`alter table kept drop constraint kept_kind_check, add constraint kept_kind_check check (kind in ('one', 'three', 'four'));
    create table added (id integer not null unique)`);
  expect(findTaken(wider, await readCatalogue(client))).toEqual([]);
});

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const { rows: columns } = await client.query<Column & { table: string; name: string }>(`
    select relation.relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
      atthasdef or attidentity <> '' as "isFilled"
    from pg_attribute join pg_class relation on relation.oid = attrelid
    where relation.relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    order by relation.oid, attnum`);
  const { rows: constraints } = await client.query<Constraint & { name: string }>(`
    with found as (
      select conrelid as relation, conname as name, pg_get_constraintdef(oid) as definition, conkey as keys
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x')
      union all
      select indrelid, relname, pg_get_indexdef(indexrelid), string_to_array(indkey::text, ' ')::smallint[]
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace)
    select relation::regclass || ' ' || name as name, definition,
      array(select attname::text from pg_attribute where attrelid = relation and attnum = any (keys)) as columns
    from found order by 1`);
  const { rows: functions } = await client.query<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`);
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, name, ...column } of columns)
    tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(name, column));
  return {
    tables,
    constraints: new Map(constraints.map(({ name, ...constraint }) => [name, constraint])),
    functions: new Set(functions.map(({ name }) => name)),
  };
}

/** What a release that knows the first catalogue may miss in the second, or be refused by it. */
function findTaken(before: Catalogue, after: Catalogue): string[] {
  return [
    ...[...before.tables].flatMap(([table, columns]) => {
      const now = after.tables.get(table);
      return now ? findTakenColumns(table, columns, now) : [`${table} is gone`];
    }),
    ...findNarrowed(before, after),
    ...[...before.functions].filter((name) => !after.functions.has(name)).map((name) => `${name} is gone`),
  ];
}

function findTakenColumns(table: string, before: Map<string, Column>, after: Map<string, Column>): string[] {
  const known = [...before].flatMap(([name, { type, isNullable, isFilled }]) => {
    const column = after.get(name);
    if (!column) return [`${table}.${name} is gone`];
    const found =
      type === column.type ? [] : [`${table}.${name} has another type: ${type}, now ${column.type}`];
    const hadToBeSet = !isNullable && !isFilled;
    return hadToBeSet || !mustBeSet(column) ? found : [...found, `${table}.${name} must be set`];
  });
  const added = [...after].filter(([name, column]) => !before.has(name) && mustBeSet(column));
  return [...known, ...added.map(([name]) => `${table}.${name} must be set`)];
}

const mustBeSet = ({ isNullable, isFilled }: Column) => !isNullable && !isFilled;

function findNarrowed(before: Catalogue, after: Catalogue): string[] {
  return [...after.constraints].flatMap(([name, { definition, columns }]) => {
    const [table = '', constraint = ''] = name.split(' ');
    const known = before.constraints.get(name)?.definition;
    const written = before.tables.get(table);
    // What a release doesn't know, it leaves empty.
    const concerns =
      written !== undefined && (columns.length === 0 || columns.some((column) => written.has(column)));
    const isNarrower = known === undefined ? concerns : !isAsWide(definition, known);
    return isNarrower ? [`${table} demands more: ${constraint}`] : [];
  });
}

const LITERAL = /'(?:[^']|'')*'::text/g;

/** Equal, or a list of values with more of them. */
function isAsWide(definition: string, known: string): boolean {
  const values = new Set(definition.match(LITERAL));
  const shape = (text: string) => text.replaceAll(LITERAL, '?').replaceAll(/\?(?:, \?)*/g, '?');
  return (
    shape(definition) === shape(known) && (known.match(LITERAL) ?? []).every((value) => values.has(value))
  );
}
