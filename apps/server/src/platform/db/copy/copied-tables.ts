import { finished, type Readable, type Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { isDatabaseUnavailable } from '#platform/db/database-errors.ts';

/** A client or a pool's connection, in whose transaction things happen. */
export type Client = Pick<pg.ClientBase, 'query'>;

/** A table with its columns, without generated ones. */
export type CopiedTable = { schema: string; name: string; columns: string[] };

/** Of the job queue's tables, those with work to do: the others are statistics and locks, which it makes again. */
const JOB_TABLES = ['queue', 'schedule', 'job'];

/**
 * Every table whose rows are the portal's, in an order in which they can be loaded without the foreign keys of `public`.
 * `schema_migrations` isn't one of them: migrating fills it.
 */
export async function selectCopiedTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select nspname as schema, relname as name,
       array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind in ('r', 'p') and not relispartition
       and (nspname = 'public' and relname <> 'schema_migrations' or nspname = 'pgboss' and relname = any($1::text[]))
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     group by nspname, relname
     order by array_position($1::text[], relname::text) nulls first, relname`,
    [JOB_TABLES],
  );
  return rows;
}

/** As it is written in SQL. */
export function nameOf({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** The rows in PostgreSQL's text format: one line each, whatever they contain. `rowCount` is known at the end. */
export function readRows(client: Client, table: CopiedTable): Readable & { rowCount: number } {
  // A query, because a partitioned table cannot be copied by its name.
  const rows = client.query(to(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));
  endWithItsLimit(rows);
  return rows;
}

/**
 * pg counts the limit of a statement until its callback, which pg-copy-streams calls for `from` alone. A stream that reached
 * it can't read what the server sends later, so its connection is given up.
 */
function endWithItsLimit(rows: Readable): void {
  const copying: CopyInternals = rows;
  finished(rows, { writable: false }, (error) => {
    copying.callback?.();
    if (error && isDatabaseUnavailable(error)) copying.connection?.stream.destroy();
  });
}

/** What pg and pg-copy-streams keep on a stream, which their types don't name. */
type CopyInternals = Readable & { callback?: () => void; connection?: { stream: { destroy: () => void } } };

/** Takes what `readRows` returned. `rowCount` is known once it has finished. */
export function writeRows(client: Client, table: CopiedTable): Writable & { rowCount: number } {
  return client.query(from(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
}

function columnsOf({ columns }: CopiedTable): string {
  return columns.map(quoted).join(', ');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The last number that a sequence gave out, as text: it may exceed what JSON holds. Null: none yet. */
export type SequenceState = { name: string; type: 'integer' | 'bigint'; lastValue: string | null };

/** Those that number rows of tables in `public`. @param tables of these alone, by their names */
export async function selectSequences(client: Client, tables?: string[]): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select sequencename as name, data_type::text as type, last_value::text as "lastValue"
     from pg_sequences
     join pg_class own on own.relname = sequencename and own.relnamespace = 'public'::regnamespace
     join pg_depend on classid = 'pg_class'::regclass and objid = own.oid
       and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
     join pg_class numbered on numbered.oid = refobjid
     where schemaname = 'public' and ($1::text[] is null or numbered.relname = any($1))
     order by sequencename`,
    [tables ?? null],
  );
  return rows;
}

export async function updateSequence(client: Client, name: string, lastValue: string): Promise<void> {
  await client.query('select setval(format($$public.%I$$, $1::text)::regclass, $2::bigint)', [
    name,
    lastValue,
  ]);
}
