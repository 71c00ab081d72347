import { Readable } from 'node:stream';
import { csvHeading, csvLines, type CsvColumn } from '@waygate/contract/csv';
import type { ZipFile } from '@waygate/contract/endpoint';
import { ZipFile as Zip } from 'yazl';
import { createExportSlots, endingWith } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import {
  EXPORTED,
  exportedColumns,
  type ExportedRow,
  selectRowsAfter,
  selectTablesWithRows,
} from './own-data.queries.ts';
import { findConfirmedPerson } from './person.queries.ts';
import type { Person, PersonalTable } from './personal-table.ts';

/** Rows that are read, and held in memory, at a time. */
const BATCH = 1000;

/** A client that takes longer is cut off. */
const LONGEST_MS = 5 * 60 * 1000;

const BUSY = {
  own: 'Your data is being exported already. Wait until it has finished.',
  network: 'Somebody in your network downloads their data right now. Try again in a moment.',
  all: 'Too many players export their data right now. Try again in a moment.',
};

type Place = { name: string; table: PersonalTable; person: Person };

export type ExportOwnData = (player: { accountId: number; address: string }) => Promise<ZipFile>;

/**
 * Writes everything that is stored of a player as a ZIP file, each table as JSON and as CSV. Whatever its size, a batch of rows
 * is in memory, and a connection is held for one statement at a time: a batch shows its rows as they are when it is read.
 *
 * @throws too_many_requests for a second export at once of the account or its network; unavailable when too many run
 */
export function createExportOwnData(db: Database): ExportOwnData {
  const takeSlot = createExportSlots(LONGEST_MS, BUSY);
  return async ({ accountId, address }) => {
    const slot = takeSlot(accountId, networkOf(address));
    try {
      const person = await findConfirmedPerson(db, accountId);
      const names = await selectTablesWithRows(db, person);
      const places = EXPORTED.filter(([name]) => names.includes(name)).map(([name, table]) => ({
        name,
        table,
        person,
      }));
      const day = new Date().toISOString().slice(0, 10);
      return { fileName: `my-data-${day}.zip`, parts: endingWith(zipParts(db, places), slot) };
    } catch (error) {
      slot.release();
      throw error;
    }
  };
}

async function* zipParts(db: Database, places: Place[]): AsyncGenerator<Uint8Array> {
  const zip = new Zip();
  // Its type is wider than what yazl makes.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addBuffer(Buffer.from(readMe(places)), 'README.txt');
  for (const place of places) {
    addLazily(zip, `${place.name}.json`, () => jsonParts(batchesOf(db, place)));
    addLazily(zip, `${place.name}.csv`, () => csvPartsOf(place.table, batchesOf(db, place)));
  }
  zip.end();
  yield* output;
}

/** yazl takes the files one after the other, and opens each when it is its turn. */
function addLazily(zip: Zip, name: string, parts: () => AsyncGenerator<string>): void {
  zip.addReadStreamLazy(name, (take) => {
    const stream = Readable.from(parts());
    stream.on('error', (error) => zip.emit('error', error));
    take(null, stream);
  });
}

async function* batchesOf(db: Database, place: Place): AsyncGenerator<ExportedRow[]> {
  for (let after: string | undefined; ;) {
    const rows = await selectRowsAfter(db, { ...place, after, limit: BATCH });
    yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.place;
  }
}

async function* jsonParts(batches: AsyncIterable<ExportedRow[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches) {
    for (const { fields } of rows) {
      yield separator + JSON.stringify(fields);
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvPartsOf(
  table: PersonalTable,
  batches: AsyncIterable<ExportedRow[]>,
): AsyncGenerator<string> {
  const columns: CsvColumn<ExportedRow>[] = exportedColumns(table).map((name) => ({
    label: name,
    value: ({ fields }) => csvValue(fields[name]),
  }));
  yield csvHeading(columns);
  for await (const rows of batches) yield csvLines(columns, rows);
}

function csvValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function readMe(places: Place[]): string {
  const listed = places.map(({ name, table }) => {
    const columns = Object.entries(table.columns)
      .filter(([column]) => exportedColumns(table).includes(column))
      .map(([column, what]) => `  ${column}: ${what}`);
    return `${name}: ${table.why}\n${columns.join('\n')}`;
  });
  return `Everything that is stored of your account, each table as JSON and as CSV.
Passwords and tokens are stored as hashes or encrypted, and are left out. Times are in UTC.

${listed.join('\n\n')}
`;
}
