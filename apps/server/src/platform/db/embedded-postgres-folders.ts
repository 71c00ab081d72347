import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isReachable, isUsable, type ServerUser } from './embedded-postgres-user.ts';

// The system's limit for a socket's path is 108 bytes on Linux and 104 on macOS.
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Chooses the cluster's folder: `<dataDir>/postgres`, or one in the machine's state folder when the server's account cannot
 * enter the former. A link in the data folder then records the choice, even if permissions change later.
 *
 * @returns the real path of the cluster, whose parent exists; the cluster itself may not.
 */
export function locateCluster(dataDir: string, user: ServerUser): string {
  const wanted = join(dataDir, 'postgres');
  const existing = existsSync(join(wanted, 'PG_VERSION')) ? realpathSync(wanted) : undefined;
  if (existing) {
    if (isReachable(dirname(existing), user)) return existing;
    throw new Error(
      `The database folder ${existing} cannot be entered by user ${user?.uid ?? process.getuid?.()}, who runs ` +
        'PostgreSQL. Let that user pass through the folders above it (chmod o+x), or set DATABASE_URL.',
    );
  }
  const isMade = claimFolder(dataDir);
  const folder = isMade ? realpathSync(dataDir) : dataDir;
  // Removes a dangling link, which would otherwise be followed.
  tryTo(() => lstatSync(wanted).isSymbolicLink() && rmSync(wanted));
  if (isMade && isUsable(folder, user)) return join(folder, 'postgres');

  const cluster = join(findStateFolder(user, `${basename(folder)}-${digest(folder)}`), 'postgres');
  tryTo(() => symlinkSync(cluster, wanted));
  return cluster;
}

/** Creates a persistent folder that no other user can replace and that the server's account can enter. */
export function findStateFolder(user: ServerUser, name: string): string {
  const uid = process.getuid?.();
  const lasting = uid === 0 ? '/var/lib/waygate' : join(homedir(), '.local', 'state', 'waygate');
  for (const parent of [lasting, ...tempFolders().map((temp) => join(temp, `waygate-${uid}`))]) {
    const folder = join(parent, name);
    if (claimFolder(parent) && isOwn(parent, uid) && claimFolder(folder) && isUsable(folder, user)) {
      return realpathSync(folder);
    }
  }
  throw new Error(
    `No folder can hold the database: neither ${lasting} nor ${tmpdir()} is usable. Set DATABASE_URL.`,
  );
}

/**
 * Creates the folder of a cluster's socket, outside the cluster because the path must be short. The name is the same at
 * every start, so that processes that joined find the server again after a restart.
 */
export function makeSocketFolder(cluster: string, user: ServerUser): string {
  const uid = user?.uid ?? process.getuid?.();
  const temp = tempFolders().find((folder) => {
    const longest = Buffer.byteLength(join(folder, `waygate-${digest(cluster)}-XXXXXX`, '.s.PGSQL.65535'));
    return longest <= MAX_SOCKET_PATH_BYTES && isUsable(folder, user);
  });
  if (!temp)
    throw new Error(`No temporary folder can hold the database's socket: set TMPDIR or DATABASE_URL.`);

  const folder = join(temp, `waygate-${digest(cluster)}`);
  const isMade = tryTo(() => mkdirSync(folder, { mode: 0o700 }));
  if (isMade && user) chownSync(folder, user.uid, user.gid);
  if (isMade || isOwn(folder, uid)) return folder;
  // Another user owns that name: the server must never be reached through another user's folder.
  const unguessable = mkdtempSync(`${folder}-`);
  if (user) chownSync(unguessable, user.uid, user.gid);
  return unguessable;
}

/** Creates a folder that only the server's account can enter. */
export function makePrivateFolder(folder: string, user: ServerUser): void {
  mkdirSync(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
}

/** Creates a folder, if it is missing, that others may traverse but not list. */
function claimFolder(folder: string): boolean {
  return tryTo(() => {
    if (!mkdirSync(folder, { recursive: true, mode: 0o711 })) return;
    // The umask may have removed the execute bits.
    chmodSync(folder, 0o711);
  });
}

function isOwn(folder: string, uid: number | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
}

function tempFolders(): string[] {
  return [...new Set([tmpdir(), '/tmp', '/var/tmp'])];
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

function tryTo(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
