import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#platform/config/config.ts';

/** Whose rights a program has. */
export type User = { uid: number; gid: number };

/** Where the portal's data are. */
type Places = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * The user of the portal's files, as whom root runs what reads or writes them, so that the portal can use them. It is the owner
 * of DATA_DIR, unless the portal itself runs as root: then its embedded database belongs to somebody else.
 *
 * @returns undefined: this process's own user
 */
export async function findPortalUser({ dataDir, databaseUrl }: Places): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await findOwner(dataDir);
  if (!owner || owner.uid === 0) return undefined;
  const cluster = databaseUrl === undefined ? await findOwner(path.join(dataDir, 'postgres')) : undefined;
  return cluster === undefined || cluster.uid === owner.uid ? owner : undefined;
}

/** @returns undefined when there is no such file or folder */
export async function findOwner(place: string): Promise<User | undefined> {
  const found = await stat(place).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

/** For good: this process has the user's rights, groups included, and never root's again. */
export function becomeUser({ uid, gid }: User): void {
  // Node has it, and its types lack it.
  const { initgroups } = process as { initgroups?: (user: number, group: number) => void };
  try {
    initgroups?.(uid, gid);
  } catch {
    // A user without an entry in /etc/passwd has no other groups.
    process.setgroups?.([gid]);
  }
  process.setgid?.(gid);
  process.setuid?.(uid);
}
