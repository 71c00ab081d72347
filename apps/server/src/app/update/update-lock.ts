import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { UpdateFault } from './update-fault.ts';

/**
 * Keeps a second update of the same installation away. The system releases the lock with this process, however it ends: it
 * is a socket without a file (abstract, Linux alone).
 *
 * @throws UpdateFault while another one runs, and the system's error when it can't be locked
 */
export async function lockUpdates(folder: string): Promise<{ release: () => void }> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new UpdateFault(`Another update of ${folder} runs.`) : error),
    );
    server.listen(`\0waygate-update-${id}`, resolve);
  });
  return { release: () => void server.close() };
}
