import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, type Stats, statSync } from 'node:fs';

/** The account PostgreSQL runs as; undefined means this process's own. */
export type ServerUser = { uid: number; gid: number } | undefined;

/**
 * Chooses the account for the server of a cluster. PostgreSQL refuses to run as root, so root runs it as the owner of the
 * cluster or, for a new one, as `nobody`. Other users can only use their own clusters.
 */
export function chooseServerUser(cluster: string): ServerUser {
  const owner = findStats(cluster);
  const uid = process.getuid?.();
  if (uid === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody();
  if (owner && owner.uid !== uid) {
    throw new Error(
      `The database folder ${cluster} belongs to user ${owner.uid}, and this process runs as user ${uid}. ` +
        'Start as the user who made it, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  return undefined;
}

/** Whether the server's account can enter a folder and this process can write to it. */
export function isUsable(folder: string, user: ServerUser): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    return false;
  }
  return isReachable(folder, user);
}

/** Whether the server's account can enter a folder. Tries it, because modes do not show ACLs and mounts. */
export function isReachable(folder: string, user: ServerUser): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function findStats(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function nobody(): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  );
  if (!uid || !gid)
    throw new Error('There is no unprivileged user "nobody" to run PostgreSQL as: set DATABASE_URL.');
  return { uid, gid };
}
