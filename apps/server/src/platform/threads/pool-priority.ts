import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How Node.js names the threads of its pool. */
const POOL_THREAD = 'libuv-worker';

/** Enough for the event loop to run first, and little enough that a busy machine still verifies passwords. */
const NICER_BY = 8;
const NICEST = 19;
/** As `setPriority` takes it. */
const THIS_PROCESS = 0;

/**
 * Lowers the priority of Node's thread pool, which hashes passwords, below that of the event loop,
 * which answers everybody else. Only on Linux, where threads have their own priority; elsewhere does nothing. The pool
 * must have been used before.
 */
export function lowerPoolPriority(): void {
  if (process.platform !== 'linux') return;
  lowerPriorities(poolThreads);
}

/** Lowers the priority of this process, and of threads that it starts from now on, behind the processes that answer everybody. */
export function lowerProcessPriority(): void {
  lowerPriorities(() => [THIS_PROCESS]);
}

function lowerPriorities(find: () => number[]): void {
  try {
    const priority = Math.min(getPriority() + NICER_BY, NICEST);
    for (const one of find()) setPriority(one, priority);
  } catch {
    // A hidden /proc, a thread that has just ended, or a sandbox that forbids it: priorities stay equal.
  }
}

function poolThreads(): number[] {
  const threads = '/proc/self/task';
  return readdirSync(threads)
    .filter((id) => readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === POOL_THREAD)
    .map(Number);
}
