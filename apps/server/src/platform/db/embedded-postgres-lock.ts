import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

// A lock file is written right after it is created, so an unreadable one of this age was cut off by a crash.
const UNREADABLE_LOCK_MS = 2_000;

/** A running server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; socketFolder: string; port: number; isReady: boolean };

/** Finds the server that runs on a cluster, also one that is starting or stopping. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a lock file of a crashed server that PostgreSQL would respect, because another process now has its process id or
 * because the file is truncated. PostgreSQL itself replaces the locks of dead processes.
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
    // If another process has locked the cluster in the meantime, its lock is restored.
    if (readText(aside) !== seen) linkSync(aside, path);
  } catch {
    // Another process removed or replaced it; the next attempt will see that.
  }
  rmSync(aside, { force: true });
}

/** Compares the command line, which every process may read; /proc/…/cwd needs privileges that containers lack. */
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
