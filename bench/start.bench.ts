// Measures the first and the second `npm start`, which are only reported, because their time depends on the machine; and
// the start of the built api on a database that is up, against a process that does nothing but ask that database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, report, reportBudgets } from './support/budgets.ts';
import { createDataFolder, findFreePort, removeDataFolder, startDatabase, startPortal } from '#e2e/portal.ts';
import { NODE_ARGUMENTS } from '#scripts/server-process.mjs';

const READY_WITHIN_MS = 120_000;
const POLL_MS = 5;
const STARTS = 7;
/** Half a second on two cores, where the bare process takes an eighth of one. */
const TIMES_BARE = 4;

const ROOT = path.resolve(import.meta.dirname, '..');
const API = [...NODE_ARGUMENTS, path.join(ROOT, 'apps/server/dist/api.js')];
const BARE = [path.join(import.meta.dirname, 'support/bare-start.ts')];

const dataDir = await createDataFolder();
try {
  report('first npm start ready after', await timeStart('npm', ['start'], { DATA_DIR: dataDir }), ' s');
  report('second npm start ready after', await timeStart('npm', ['start'], { DATA_DIR: dataDir }), ' s');
  await compareStarts();
} finally {
  await removeDataFolder(dataDir);
}

async function compareStarts(): Promise<void> {
  const database = await startDatabase(dataDir);
  try {
    const env = { DATA_DIR: dataDir, DATABASE_URL: await prepare() };
    const api: number[] = [];
    const bare: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      api.push(await timeStart(process.execPath, API, env));
      bare.push(await timeStart(process.execPath, BARE, env));
    }
    report('a bare process to first 200', median(bare), ' s');
    report('bundle to first 200, database up', median(api), ' s');
    const measured = median(api) / median(bare);
    reportBudgets([{ name: 'bundle to first 200, against a bare process', measured, atMost: TIMES_BARE }]);
  } finally {
    await database.stop();
  }
}

/** One start before, which migrates and keeps compiled code. @returns the database's address */
async function prepare(): Promise<string> {
  const portal = await startPortal({ dataDir, program: 'api' });
  const { user, database, host, port } = await portal.connection();
  await portal.stop();
  return `postgres://${user}@127.0.0.1:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** @returns seconds until the first 200 */
async function timeStart(program: string, args: string[], env: Record<string, string>): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A separate process group: npm, its shell and the portal get the signal together, as from a terminal.
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`, startedAt + READY_WITHIN_MS);
    return (performance.now() - startedAt) / 1000;
  } finally {
    // The pid is set, because the process was started and npm does not end before the signal.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
  }
}

async function untilReady(url: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(POLL_MS);
  }
  throw new Error(`${url} was not ready in time.`);
}
