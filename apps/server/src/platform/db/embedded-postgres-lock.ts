import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

// A lock is written right after it is made, so an unreadable one of this age was cut off by a crash.
const UNREADABLE_LOCK_MS = 2_000;

/** A running server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; socketFolder: string; port: number; isReady: boolean };

/** Finds the server that runs on a cluster, starting and stopping ones included. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a lock file that a crash left behind and that PostgreSQL would respect, because an unrelated process has got
 * its process id since, or because the file is cut off. PostgreSQL itself takes over the locks of dead processes.
 */
export function discardStaleLock(path: string, cluster: string): void {
  const seen = readText(path);
  if (seen === undefined || isPostmasterOf(Number(seen.split('\n')[0]), cluster)) return;
  const isReadable = Number(seen.split('\n')[0]) > 0;
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (!isReadable && ageMs < UNREADABLE_LOCK_MS) return;

  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
    // Another process may have taken the cluster since the look at it: it gets its lock back.
    if (readText(aside) !== seen) linkSync(aside, path);
  } catch {
    // Whoever was faster has removed or replaced it, which the next try will see.
  }
  rmSync(aside, { force: true });
}

/** Compares the command line, since every process may read it, while /proc/…/cwd needs rights a container lacks. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (process.platform === 'linux') {
    const words = readText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
    return basename(words[0] ?? '') === 'postgres' && words[words.indexOf('-D') + 1] === cluster;
  }
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(`/postgres -D ${cluster} `);
  } catch {
    return false;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
