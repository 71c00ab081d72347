import type { ForeignKey } from './copy-constraints.ts';
import type { Client, SequenceState } from './copied-tables.ts';

/** A separate schema, which nothing that is loaded replaces. It is there exactly while a load is unfinished. */
const SCHEMA = 'waygate_loading';

/** Why the database is no portal at the moment. */
export type Load = {
  /** A restore or a move into it that hasn't finished; `moving`: a move away from it, which has finished with `moved`. */
  kind: 'restore' | 'move' | 'moving' | 'moved';
  /** The name of the backup, or the id of the move, which both of its databases have. */
  source: string;
  /** What the database gave out before, so that none of these numbers is given out again. */
  sequences: SequenceState[];
};

/** Why no process may use this database: a sentence for the operator. */
export class LoadUnfinished extends Error {
  constructor({ kind, source }: Load) {
    super(sentenceOf(kind, source));
    this.name = 'LoadUnfinished';
  }
}

function sentenceOf(kind: Load['kind'], source: string): string {
  switch (kind) {
    case 'restore':
      return `The restore of ${source} into this database was interrupted or still runs. Run 'waygate restore ${source}' again.`;
    case 'move':
      return "The move into this database was interrupted or still runs. Run 'waygate move' again, with the same --to.";
    case 'moving':
      return "A move away from this database has begun. Run the move again; to use this database anyway, run 'waygate move --cancel'.";
    case 'moved':
      return "This database was moved to another server. Set DATABASE_URL to it. To use this database anyway, run 'waygate move --cancel'.";
  }
}

/** Whether it is about the source of a move, which another database replaces. */
export function isAway({ kind }: Pick<Load, 'kind'>): boolean {
  return kind === 'moving' || kind === 'moved';
}

export async function selectLoad(client: Client): Promise<Load | undefined> {
  const there = await client.query<{ isThere: boolean }>(
    `select to_regclass('${SCHEMA}.load') is not null as "isThere"`,
  );
  if (!there.rows[0]?.isThere) return undefined;
  const { rows } = await client.query<Load>(`select kind, source, sequences from ${SCHEMA}.load`);
  return rows[0];
}

/** Takes effect when it is committed, from then on `migrate` refuses the database. Replaces what an interrupted one left. */
export async function insertLoad(client: Client, { kind, source, sequences }: Load): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA};
    create table ${SCHEMA}.load (kind text not null, source text not null, sequences jsonb not null)`);
  await client.query(`insert into ${SCHEMA}.load values ($1, $2, $3)`, [
    kind,
    source,
    JSON.stringify(sequences),
  ]);
}

export async function updateLoadKind(client: Client, kind: Load['kind']): Promise<void> {
  await client.query(`update ${SCHEMA}.load set kind = $1`, [kind]);
}

/** What a move keeps in the target to go on with after an interruption. */
export type MoveProgress = { keys: ForeignKey[]; done: string[] };

export async function insertMoveProgress(client: Client, keys: ForeignKey[]): Promise<void> {
  await client.query(`create table ${SCHEMA}.keys (definition jsonb not null);
    create table ${SCHEMA}.done (name text primary key)`);
  await client.query(`insert into ${SCHEMA}.keys values ($1)`, [JSON.stringify(keys)]);
}

/** Undefined: the move got no further than to reserve the database. */
export async function selectMoveProgress(client: Client): Promise<MoveProgress | undefined> {
  const there = await client.query<{ isThere: boolean }>(
    `select to_regclass('${SCHEMA}.done') is not null as "isThere"`,
  );
  if (!there.rows[0]?.isThere) return undefined;
  const { rows } = await client.query<MoveProgress>(
    `select definition as keys, coalesce((select array_agg(name) from ${SCHEMA}.done), '{}') as done from ${SCHEMA}.keys`,
  );
  return rows[0];
}

export async function insertMovedTable(client: Client, name: string): Promise<void> {
  await client.query(`insert into ${SCHEMA}.done values ($1)`, [name]);
}

export async function deleteMovedTables(client: Client, names: string[]): Promise<void> {
  await client.query(`delete from ${SCHEMA}.done where name = any($1)`, [names]);
}

export async function deleteLoad(client: Client): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
}
