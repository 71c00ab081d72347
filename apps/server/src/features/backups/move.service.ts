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
  requireAlone,
  requireLoadLock,
  reserve,
  selectTargetState,
  truncateTables,
} from '#platform/db/copy/load-target.ts';
import { selectChecksum } from '#platform/db/copy/table-checksums.ts';
import {
  deleteLoad,
  insertMovedTable,
  insertMoveProgress,
  LoadUnfinished,
  type MoveProgress,
  selectLoad,
  selectMoveProgress,
} from '#platform/db/copy/unfinished-load.ts';
import type { Connection } from '#platform/db/database.ts';
import { findUnknownMigrations, migrate, selectAppliedMigrations } from '#platform/db/migrate.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import { BackupFault } from './backup-fault.ts';
import { requireColumns } from './load-tables.ts';

export type Move = {
  from: Connection;
  to: Connection;
  /** The folder with the migrations of this release. */
  migrations: string;
  onTable?: (name: string, rows: number) => void;
};

export type Moved = { tables: number; rows: number; wasResumed: boolean };

/**
 * Copies a portal's database to another server. Run again after an interruption, it goes on with the next table. From its
 * beginning on, no process starts on the source, so what was copied stays true.
 *
 * @throws LoadRefused while others are connected, or when the target holds something else; BackupFault when a table differs
 */
export async function moveDatabase({ from, to, migrations, onTable }: Move): Promise<Moved> {
  const source = await connectForCopy(from);
  try {
    const id = await reserveSource(source);
    const target = await connectForCopy(to);
    try {
      const { progress, wasResumed } = await prepareTarget({ source, target, to, migrations, id });
      const tables = await selectCopiedTables(source);
      const moved = tables.filter(({ name }) => !progress.done.includes(name));
      let rows = 0;
      for (const table of moved) {
        const count = await moveTable(source, target, table);
        onTable?.(nameOf(table), count);
        rows += count;
      }
      await finish(source, target, progress);
      return { tables: moved.length, rows, wasResumed };
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
    if ((await selectLoad(client))?.kind !== 'moved') throw new LoadRefused('This database was not moved.');
    await deleteLoad(client);
  } finally {
    await client.end();
  }
}

/** @returns the id of the move, which stays the same until it is cancelled */
async function reserveSource(source: pg.Client): Promise<string> {
  const before = await selectLoad(source);
  if (before && before.kind !== 'moved') throw new LoadUnfinished(before);
  if (!(await selectTargetState(source)).portal) throw new LoadRefused('There is no portal to move.');
  const { source: id } = await reserve(source, { kind: 'moved', source: before?.source ?? randomUUID() });
  return id;
}

type Prepared = { progress: MoveProgress; wasResumed: boolean };

async function prepareTarget({
  source,
  target,
  to,
  migrations: folder,
  id,
}: {
  source: pg.Client;
  target: pg.Client;
  to: Connection;
  migrations: string;
  id: string;
}): Promise<Prepared> {
  const { isForeign, portal, unfinished } = await selectTargetState(target);
  const progress = unfinished?.source === id ? await selectMoveProgress(target) : undefined;
  if (progress) {
    await requireLoadLock(target);
    await requireAlone(target);
    return { progress, wasResumed: true };
  }
  if (isForeign || (portal && unfinished?.kind !== 'move'))
    throw new LoadRefused('The database of --to is not empty. Name an empty one.');
  const applied = await selectAppliedMigrations(source);
  const [unknown] = await findUnknownMigrations(applied, folder);
  if (unknown)
    throw new BackupFault(`The portal has the migration ${unknown.name}, which this release doesn't have.`);
  await reserve(target, { kind: 'move', source: id });
  await clearTarget(target);
  const forLoad = new Set(applied.map(({ name }) => name));
  await migrate({ connection: to, folder, afterwards: () => migrateJobs(to), forLoad });
  return { progress: await emptyTarget(source, target), wasResumed: false };
}

async function emptyTarget(source: Client, target: Client): Promise<MoveProgress> {
  const there = await selectCopiedTables(target);
  for (const table of await selectCopiedTables(source)) requireColumns(table, there);
  await target.query('begin');
  const keys = await dropForeignKeys(target);
  await switchTriggers(target, there, 'disable');
  await truncateTables(target, there.map(nameOf));
  await insertMoveProgress(target, keys);
  await target.query('commit');
  return { keys, done: [] };
}

/** The rows and that they were copied are one transaction. */
async function moveTable(source: pg.Client, target: pg.Client, table: CopiedTable): Promise<number> {
  await target.query('begin');
  await pipeline(readRows(source, table), writeRows(target, table));
  const [before, after] = [await selectChecksum(source, table), await selectChecksum(target, table)];
  if (before.rows !== after.rows || before.checksum !== after.checksum)
    throw new BackupFault(`${nameOf(table)} differs after the copy: ${after.rows} rows of ${before.rows}.`);
  await insertMovedTable(target, table.name);
  await target.query('commit');
  return Number(after.rows);
}

async function finish(source: Client, target: Client, { keys }: MoveProgress): Promise<void> {
  await target.query('begin');
  for (const { name, lastValue } of await selectSequences(source))
    if (lastValue !== null) await updateSequence(target, name, lastValue);
  await createForeignKeys(target, keys);
  await switchTriggers(target, await selectCopiedTables(target), 'enable');
  await deleteLoad(target);
  await target.query('commit');
  await target.query('analyze');
}
