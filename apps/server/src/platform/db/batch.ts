/** PostgreSQL plans a prepared statement for arrays of this length, whatever their real one. */
const PLANNED_LENGTH = 10;
const BATCH_MAX = 100;

type Waiting<Row> = {
  key: Buffer;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Reads rows by key, and all keys that are asked for in one turn of the event loop by one statement. A caller alone waits
 * no longer than without; many at once share a round trip.
 *
 * @param read a prepared statement that finds the rows of the keys. Each row has its key in `batchKey`
 * @returns the row of a key, undefined if there is none. When the statement fails, it fails for each of its callers
 */
export function batchReads<Row extends { batchKey: Buffer }>(
  read: (keys: Buffer[]) => Promise<Row[]>,
): (key: Buffer) => Promise<Row | undefined> {
  let waiting: Waiting<Row>[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (let start = 0; start < batch.length; start += BATCH_MAX)
      void answer(batch.slice(start, start + BATCH_MAX), read);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      // Runs when all requests that had arrived have been read from their connections.
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
}

async function answer<Row extends { batchKey: Buffer }>(
  batch: Waiting<Row>[],
  read: (keys: Buffer[]) => Promise<Row[]>,
): Promise<void> {
  try {
    const rows = await read(plannedKeys(batch.map(({ key }) => key)));
    const found = new Map(rows.map((row) => [row.batchKey.toString('latin1'), row]));
    for (const { key, resolve } of batch) resolve(found.get(key.toString('latin1')));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Repeats the last key. For fewer keys than planned PostgreSQL would find it worth planning the statement each time. */
export function plannedKeys(keys: Buffer[]): Buffer[] {
  const missing = PLANNED_LENGTH - keys.length;
  const last = keys.at(-1);
  return last && missing > 0 ? [...keys, ...Array.from({ length: missing }, () => last)] : keys;
}
