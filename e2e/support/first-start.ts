import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { chooseDatabaseFolder } from '../../apps/server/src/test/memory-folder.ts';
import { createDataFolder, createOwner, type Owner, removeDataFolder, startPortal } from './portal.ts';

const FOLDER = 'E2E_FIRST_START_FOLDER';
const PASSWORD = 'E2E_FIRST_START_PASSWORD';

/**
 * Starts a portal once before all journeys, and keeps its folder for `copyFirstStart`: a first start makes a database and the
 * demo's pictures, which takes three times as long as later starts.
 *
 * @returns what removes the folder
 */
export async function startOnce(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {};
  const folder = await createDataFolder(await chooseDatabaseFolder());
  const owner = createOwner();
  try {
    const portal = await startPortal({ dataDir: folder, owner });
    await portal.stop();
  } catch (error) {
    await removeDataFolder(folder);
    throw error;
  }
  process.env[FOLDER] = folder;
  process.env[PASSWORD] = owner.password;
  return () => removeDataFolder(folder);
}

/**
 * Fills a new portal's folder as its first start would.
 *
 * @param env the portal's configuration
 * @returns the owner that the portal has; undefined where the portal needs a first start of another kind, or uses a given database
 */
export async function copyFirstStart(
  dataDir: string,
  env: Record<string, string>,
): Promise<Owner | undefined> {
  const [folder, password] = [process.env[FOLDER], process.env[PASSWORD]];
  if (!folder || !password || env.DEMO_CONTENT === 'off') return undefined;
  // Keeps the owners of files: started as root, the database runs as somebody else.
  await promisify(execFile)('cp', ['-a', `${folder}${path.sep}.`, dataDir]);
  return { ...createOwner(), password };
}
