import { fillCommunity } from '#features/demo/community/fill-community.service.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';

/** To be run with a connection, as JSON, for its argument: fills the demo. The database has its owner and the demo content. */
export const FILLING_PROGRAM = import.meta.filename;

/** The same each time, so that what two fills make can be compared. */
export const FILLING = {
  now: new Date('2026-11-18T20:15:00Z'),
  origin: 'http://localhost:3000',
  brandName: 'Agaia',
  player: { name: 'Wren_Hollow', passwordHash: 'none' },
  passwordHash: 'none',
  seal: () => ({ keyId: '1', sealed: Buffer.from('sealed') }),
  keepTwitch: async () => {},
};

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main(connection: Connection) {
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  await fillCommunity(db, FILLING);
  await close();
  process.exit();
}
