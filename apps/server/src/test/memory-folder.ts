import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3;

/**
 * Where temporary databases lie: in memory where the system has room for them, since a database is a thousand small files,
 * which disks take long to make and delete. Otherwise among other temporary files.
 */
export async function chooseDatabaseFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ENOUGH_BYTES ? MEMORY : tmpdir();
}
