import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateFolder } from './embedded-postgres-folders.ts';
import type { ServerUser } from './embedded-postgres-user.ts';

const run = promisify(execFile);

/** The server's environment. Excludes this process's variables, which may contain secrets or PGDATA. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** The superuser of the embedded cluster. */
export const SERVER_ROLE = 'waygate';

/**
 * Creates the cluster if there is none. It is built in a temporary folder and renamed, so that a killed process leaves no
 * partial cluster and concurrent starts do not build into the same folder.
 *
 * @returns true when this call created it
 */
export async function ensureCluster({
  cluster,
  initdb,
  user,
}: {
  cluster: string;
  initdb: string;
  user: ServerUser;
}): Promise<boolean> {
  removeInterruptedBuilds(cluster);
  if (isCluster(cluster)) return false;
  const aside = `${cluster}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  makePrivateFolder(aside, user);
  try {
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];
    const access = ['--auth-local=trust', '--auth-host=reject', `--username=${SERVER_ROLE}`];
    await run(initdb, ['-D', aside, ...locale, ...access, '--no-instructions'], {
      ...user,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
    });
    renameSync(aside, cluster);
    syncFolder(dirname(cluster));
    return true;
  } catch (cause) {
    rmSync(aside, { recursive: true, force: true });
    // Another process was faster.
    if (isCluster(cluster)) return false;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`PostgreSQL could not make its folder ${cluster}, set DATABASE_URL or see: ${reason}`, {
      cause,
    });
  }
}

function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}

function removeInterruptedBuilds(cluster: string): void {
  const prefix = `${basename(cluster)}.init-`;
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(prefix) || isProcessAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    try {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
    } catch {
      // An orphaned initdb may still write to it: the next start removes it.
    }
  }
}

/** Whether a process of this machine runs, also another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Makes a rename durable. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
