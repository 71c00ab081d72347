import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createForeignKeys, dropForeignKeys, switchTriggers } from '#platform/db/copy/copy-constraints.ts';
import {
  type Client,
  type CopiedTable,
  nameOf,
  selectCopiedTables,
  writeRows,
} from '#platform/db/copy/copied-tables.ts';
import { truncateTables } from '#platform/db/copy/load-target.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import { unknownColumn } from './known-schema.ts';
import type { Manifest } from './manifest.ts';
import { readParts, streamOf } from './parts.ts';

/**
 * Loads these tables of a backup, in the caller's transaction. Foreign keys are made again at its end, which checks them.
 *
 * @throws BackupFault when a part is damaged, or a table has other columns or another number of rows
 */
export async function loadTables(client: Client, place: Storage, tables: Manifest['tables']): Promise<void> {
  const there = await selectCopiedTables(client);
  for (const table of tables) requireColumns(table, there);
  const keys = await dropForeignKeys(client);
  await switchTriggers(client, there, 'disable');
  await truncateTables(client, there.map(nameOf));
  for (const table of tables) {
    const rows = writeRows(client, table);
    await pipeline(streamOf(readParts(place, table.parts)), createGunzip(), rows);
    if (rows.rowCount !== table.rows)
      throw new BackupFault(
        `${table.schema}.${table.name} got ${rows.rowCount} rows instead of ${table.rows}.`,
      );
  }
  await createForeignKeys(client, keys);
  await switchTriggers(client, there, 'enable');
}

/**
 * The portal's tables follow from its migrations. The job queue's belong to its library, whose version may differ.
 *
 * @throws BackupFault for a column that isn't there
 */
export function requireColumns({ schema, name, columns }: CopiedTable, there: CopiedTable[]): void {
  const known = there.find((table) => table.schema === schema && table.name === name)?.columns ?? [];
  const missing = columns.find((column) => !known.includes(column));
  if (missing !== undefined) throw unknownColumn({ schema, name }, missing);
}
