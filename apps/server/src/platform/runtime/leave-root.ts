import { spawnSync } from 'node:child_process';
import type { Config } from '#platform/config/config.ts';
import { findInstallation } from '#platform/releases/installation.ts';
import { becomeUser, findOwner, findPortalUser } from './portal-user.ts';

/** Of the units in deploy/systemd. */
const SERVICE_USER = 'waygate';

/**
 * As root, goes on as the user of the portal's files: what a command writes, the portal has to read and remove.
 *
 * @param envFiles those with the portal's variables, which belong to its user
 * @returns undefined, or why the command may not run: root would make what the portal's service can't use
 */
export async function leaveRoot(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  envFiles: string[],
): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = await findPortalUser(config);
  if (user) {
    becomeUser(user);
    return undefined;
  }
  const expected = await findServiceUser(envFiles);
  return expected === undefined ? undefined : refusalFor(config.dataDir, expected);
}

async function refusalFor(dataDir: string, expected: string): Promise<string | undefined> {
  const found = await findOwner(dataDir);
  if (!found)
    return `The portal runs as ${expected} and couldn't use what root makes in ${dataDir}. First: install -d -o ${expected} -m 750 ${dataDir}`;
  if (found.uid !== 0) return undefined;
  return `The portal runs as ${expected} and can't use ${dataDir}, which belongs to root. First: chown -R ${expected}: ${dataDir}`;
}

/** Undefined: the portal may run as root, as in a container. */
async function findServiceUser(envFiles: string[]): Promise<string | undefined> {
  const owners = await Promise.all(envFiles.map(findOwner));
  const owner = owners.find((one) => one !== undefined && one.uid !== 0);
  if (owner) return readName(String(owner.uid)) ?? String(owner.uid);
  const isInstalled = (await findInstallation()) !== undefined;
  return isInstalled ? readName(SERVICE_USER) : undefined;
}

/** @returns undefined: this machine has no such user */
function readName(user: string): string | undefined {
  const { status, stdout } = spawnSync('id', ['-un', user], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
