import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasEmbeddedPostgres } from '#platform/db/embedded-postgres-binaries.ts';
import { isProcessAlive } from '#platform/db/embedded-postgres-cluster.ts';
import { findPostmaster } from '#platform/db/embedded-postgres-lock.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './manifest.ts';
import type { PortalFiles } from './portal-files.ts';
import { restoreBackup } from './restore.service.ts';

const FOLDER = 'restore-check-';
/** Enter, so that the server's own user can; nothing else. */
const FOLDER_MODE = 0o711;
/** Rows and indexes of a database are up to this many times as large as their compressed copies. */
const GROWTH = 20;
const SMALLEST_BYTES = 2 ** 28;
const LEFT_BEHIND_MS = 86_400_000;

/** Their checksums are compared with everything else; nothing has to hold them for that. */
const NO_FILES: Pick<PortalFiles, 'put'> = { put: async () => {} };

/**
 * Loads a backup into a database that is made for it and removed afterwards, by the same steps as a restore.
 *
 * @param dataDir where that database is made; if there is none yet, in the temporary folder
 * @returns undefined, or why this machine can't do it
 * @throws what a restore throws; BackupFault once it is interrupted and everything is removed
 */
export async function tryRestore(
  dataDir: string,
  {
    place,
    manifest,
    migrations,
    interrupted,
  }: { place: Storage; manifest: Manifest; migrations: string; interrupted?: AbortSignal },
): Promise<string | undefined> {
  if (!hasEmbeddedPostgres()) return 'there is no embedded PostgreSQL here';
  const parent = existsSync(dataDir) ? dataDir : tmpdir();
  await removeLeftBehind(parent);
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize < neededBytes(manifest)) return `${parent} has too little free space`;
  requireUninterrupted(interrupted);
  const folder = await mkdtemp(path.join(parent, `${FOLDER}${process.pid}-`));
  try {
    await chmod(folder, FOLDER_MODE);
    const server = await startEmbeddedPostgres({ dataDir: folder });
    // Its connections end with it, and so does the restore.
    const stop = () => void server.stop();
    interrupted?.addEventListener('abort', stop);
    try {
      requireUninterrupted(interrupted);
      const files = NO_FILES;
      await restoreBackup({ ...server, place, manifest, files, migrations, reconnectMs: 0 });
    } catch (error) {
      requireUninterrupted(interrupted);
      throw error;
    } finally {
      interrupted?.removeEventListener('abort', stop);
      await server.stop();
      // Elsewhere, if the server's user can't enter this folder.
      await rm(path.dirname(server.directory), { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return undefined;
}

function neededBytes({ tables }: Manifest): number {
  const bytes = tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.bytes, 0);
  return SMALLEST_BYTES + GROWTH * bytes;
}

/** @throws BackupFault */
function requireUninterrupted(interrupted: AbortSignal | undefined): void {
  if (interrupted?.aborted) throw new BackupFault('The check was interrupted. It has left nothing behind.');
}

/** By a check that was killed, at once. Its server has ended with it. */
async function removeLeftBehind(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((one) => one.startsWith(FOLDER))) {
    const folder = path.join(parent, name);
    // A link, if the server's user couldn't enter the folder.
    const cluster = await realpath(path.join(folder, 'postgres')).catch(() => undefined);
    if (await isInUse(folder, cluster)) continue;
    const home = path.dirname(cluster ?? path.join(folder, 'postgres'));
    if (path.basename(home).startsWith(FOLDER)) await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** Before its server runs, and after that, a check has only its process; that number may be another's a day later. */
async function isInUse(folder: string, cluster: string | undefined): Promise<boolean> {
  if (cluster !== undefined && findPostmaster(cluster)) return true;
  const pid = Number.parseInt(path.basename(folder).slice(FOLDER.length), 10);
  const madeAt = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();
  return pid > 0 && isProcessAlive(pid) && Date.now() - madeAt < LEFT_BEHIND_MS;
}
