import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { createForeignKeys, dropForeignKeys, switchTriggers } from '#platform/db/copy/copy-constraints.ts';
import {
  type Client,
  type CopiedTable,
  nameOf,
  readRows,
  selectCopiedTables,
  selectSequences,
  updateSequence,
  writeRows,
} from '#platform/db/copy/copied-tables.ts';
import {
  clearTarget,
  connectForCopy,
  LoadRefused,
  lockForCopy,
  requireAlone,
  requireLoadLock,
  requireStillAlone,
  reserve,
  selectTargetState,
  truncateTables,
} from '#platform/db/copy/load-target.ts';
import { selectChecksum } from '#platform/db/copy/table-checksums.ts';
import {
  deleteLoad,
  deleteMovedTables,
  insertMovedTable,
  insertMoveProgress,
  isAway,
  type Load,
  LoadUnfinished,
  type MoveProgress,
  selectLoad,
  selectMoveProgress,
  updateLoadKind,
} from '#platform/db/copy/unfinished-load.ts';
import type { Connection } from '#platform/db/database.ts';
import {
  findUnknownMigrations,
  migrate,
  requireSupportedVersion,
  selectAppliedMigrations,
} from '#platform/db/migrate.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import { BackupFault } from './backup-fault.ts';
import { readKnownSchema, requireKnownColumns, withoutForeign } from './known-schema.ts';
import { requireColumns } from './load-tables.ts';

export type Move = {
  from: Connection;
  to: Connection;
  /** The folder with the migrations of this release. */
  migrations: string;
  onTable?: (name: string, rows: number) => void;
  /** How long a process may take to connect again; only tests set it. */
  reconnectMs?: number;
};

/** `leftOut` names tables, and columns as `table.column`, that no migration creates. */
export type Moved = { tables: number; rows: number; wasResumed: boolean; leftOut: string[] };

/** Both databases, and the portal's tables in the source. */
type Ends = { source: pg.Client; target: pg.Client; tables: CopiedTable[] };

/**
 * Copies a portal's database to another server. Run again after an interruption, it goes on with the next table. From its
 * beginning on, no process starts on the source, and none that is connected writes to it.
 *
 * @throws LoadRefused while others are connected, or when the target can't be used; BackupFault when a table differs
 */
export async function moveDatabase({ from, to, migrations, onTable, reconnectMs }: Move): Promise<Moved> {
  const source = await connectForCopy(from);
  try {
    const before = await requirePortal(source);
    const target = await connectToTarget(to);
    try {
      const known = await readKnownSchema(migrations);
      const { tables, leftOut } = withoutForeign(known, await selectCopiedTables(source));
      requireKnownColumns(known, tables);
      const ends = { source, target, tables };
      const found = await checkTarget(ends, migrations, before);
      // Only now: whatever is wrong with the target leaves the portal as it is.
      const load = await reserve(source, { kind: 'moving', source: before?.source ?? randomUUID() });
      const reservedAt = Date.now();
      await source.query('begin');
      await lockForCopy(source, tables.map(nameOf));
      const progress = found ?? (await prepareTarget(ends, { to, migrations, id: load.source }));
      const pending = await findPending(ends, progress);
      let rows = 0;
      for (const table of pending) {
        const count = await moveTable(source, target, table);
        onTable?.(nameOf(table), count);
        rows += count;
      }
      await finish(ends, progress, () => requireStillAlone(source, reservedAt, reconnectMs));
      return { tables: pending.length, rows, wasResumed: found !== undefined, leftOut };
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/** Lets processes start on the source again. What the target has of it is replaced by the next move. */
export async function cancelMove(from: Connection): Promise<void> {
  const client = await connectForCopy(from);
  try {
    await requireLoadLock(client);
    const load = await selectLoad(client);
    if (!load || !isAway(load)) throw new LoadRefused('This database was not moved.');
    await deleteLoad(client);
  } finally {
    await client.end();
  }
}

/** @returns the move that has begun before, whose id stays the same until it is cancelled */
async function requirePortal(source: Client): Promise<Load | undefined> {
  const before = await selectLoad(source);
  if (before && !isAway(before)) throw new LoadUnfinished(before);
  if (!(await selectTargetState(source)).portal) throw new LoadRefused('There is no portal to move.');
  return before;
}

async function connectToTarget(to: Connection): Promise<pg.Client> {
  try {
    return await connectForCopy(to);
  } catch (error) {
    throw new LoadRefused(`The database of --to can't be used: ${messageOf(error)}`);
  }
}

/**
 * Checks everything about the target before the portal is closed.
 *
 * @returns what an interrupted move into it has done; undefined: it is empty, or what it has is replaced
 * @throws LoadRefused; BackupFault when this release isn't the portal's
 */
async function checkTarget(
  { source, target }: Ends,
  migrations: string,
  before: Load | undefined,
): Promise<MoveProgress | undefined> {
  const { isForeign, portal, unfinished } = await selectTargetState(target);
  await requireLoadLock(target);
  await requireAlone(target);
  const progress = unfinished?.source === before?.source ? await selectMoveProgress(target) : undefined;
  if (progress) return progress;
  if (isForeign || (portal && unfinished?.kind !== 'move'))
    throw new LoadRefused('The database of --to is not empty. Name an empty one.');
  const { rows } = await target.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  requireSupportedVersion(Number(rows[0]?.version));
  const [unknown] = await findUnknownMigrations(await selectAppliedMigrations(source), migrations);
  if (unknown)
    throw new BackupFault(`The portal has the migration ${unknown.name}, which this release doesn't have.`);
  return undefined;
}

async function prepareTarget(
  { source, target, tables }: Ends,
  { to, migrations: folder, id }: { to: Connection; migrations: string; id: string },
): Promise<MoveProgress> {
  await reserve(target, { kind: 'move', source: id });
  await clearTarget(target);
  const forLoad = new Set((await selectAppliedMigrations(source)).map(({ name }) => name));
  await migrate({ connection: to, folder, afterwards: () => migrateJobs(to), forLoad });
  return emptyTarget(target, tables);
}

async function emptyTarget(target: Client, tables: CopiedTable[]): Promise<MoveProgress> {
  const there = await selectCopiedTables(target);
  for (const table of tables) requireColumns(table, there);
  await target.query('begin');
  const keys = await dropForeignKeys(target);
  await switchTriggers(target, there, 'disable');
  await truncateTables(target, there.map(nameOf));
  await insertMoveProgress(target, keys);
  await target.query('commit');
  return { keys, done: [] };
}

/** Those that weren't copied, and those that somebody has changed since, which are emptied. */
async function findPending({ source, target, tables }: Ends, { done }: MoveProgress): Promise<CopiedTable[]> {
  const changed: CopiedTable[] = [];
  for (const table of tables.filter(({ name }) => done.includes(name)))
    if (!(await compare(source, target, table)).isSame) changed.push(table);
  // The job tables keep their foreign keys, so that emptying one empties the others.
  if (changed.some(({ schema }) => schema === 'pgboss'))
    changed.push(...tables.filter((table) => table.schema === 'pgboss' && !changed.includes(table)));
  if (changed.length > 0) {
    await target.query('begin');
    await truncateTables(target, changed.map(nameOf));
    await deleteMovedTables(
      target,
      changed.map(({ name }) => name),
    );
    await target.query('commit');
  }
  return tables.filter((table) => !done.includes(table.name) || changed.includes(table));
}

/** The rows and that they were copied are one transaction. */
async function moveTable(source: pg.Client, target: pg.Client, table: CopiedTable): Promise<number> {
  await target.query('begin');
  await pipeline(readRows(source, table), writeRows(target, table));
  const { isSame, before, after } = await compare(source, target, table);
  if (!isSame)
    throw new BackupFault(`${nameOf(table)} differs after the copy: ${after.rows} rows of ${before.rows}.`);
  await insertMovedTable(target, table.name);
  await target.query('commit');
  return Number(after.rows);
}

async function compare(source: Client, target: Client, table: CopiedTable) {
  const [before, after] = [await selectChecksum(source, table), await selectChecksum(target, table)];
  return { isSame: before.rows === after.rows && before.checksum === after.checksum, before, after };
}

async function finish(
  { source, target, tables }: Ends,
  { keys }: MoveProgress,
  requireNobody: () => Promise<void>,
): Promise<void> {
  await target.query('begin');
  const names = tables.map(({ name }) => name);
  for (const { name, lastValue } of await selectSequences(source, names))
    if (lastValue !== null) await updateSequence(target, name, lastValue);
  await createForeignKeys(target, keys);
  await switchTriggers(target, await selectCopiedTables(target), 'enable');
  await deleteLoad(target);
  await requireNobody();
  // In this order: after a crash in between, running the move again completes it.
  await updateLoadKind(source, 'moved');
  await source.query('commit');
  await target.query('commit');
  await target.query('analyze');
}
