import { runBulk } from '#features/bulk/admin/bulk.service.ts';
import type { Staff } from '#features/staff/staff.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';

/** To be run with a connection, a list and a member of staff, as JSON, for its argument. */
export const BULK_PROGRAM = import.meta.filename;

type Input = { connection: Connection; id: string; staff: Omit<Staff, 'viewer'> & { viewer: StoredViewer } };
type StoredViewer = Omit<Staff['viewer'], 'sessionHash'> & { sessionHash: string };

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? '') as Input);

async function main({ connection, id, staff }: Input) {
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  const viewer = { ...staff.viewer, sessionHash: Buffer.from(staff.viewer.sessionHash, 'hex') };
  console.log('ready');
  await runBulk(db, { ...staff, viewer }, { id, forMs: 60_000 });
  await close();
  process.exit();
}
