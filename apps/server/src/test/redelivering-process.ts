import { redeliverBatch } from '#features/redeliveries/batches.service.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';

/** To be run with a connection, as JSON, for its argument: redelivers in small batches, and says `batch` after each. */
export const REDELIVERING_PROGRAM = import.meta.filename;

const BATCH_SIZE = 20;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main(connection: Connection) {
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  console.log('ready');
  while (await redeliverBatch(db, BATCH_SIZE)) console.log('batch');
  await close();
  process.exit();
}
