// Measures the first and the second `npm start`. Only reported, because the time depends on the machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { report } from './budgets.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { createDataFolder, findFreePort, removeDataFolder } from '../e2e/support/portal.ts';

const READY_WITHIN_MS = 120_000;
const POLL_MS = 20;

const dataDir = await createDataFolder();
try {
  report('first npm start ready after', await timeStart(), ' s');
  report('second npm start ready after', await timeStart(), ' s');
} finally {
  await removeDataFolder(dataDir);
}

async function timeStart(): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
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
  throw new Error('npm start was not ready in time.');
}
