// Memory of a backup: for a million and a half accounts the same as for a third of them. 10 000 take some 60 % of that, because the
// buffers of 16 MiB stay almost empty, so they aren't what it is compared with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { NODE_ARGUMENTS, nodeEnvironment } from '#scripts/server-process.mjs';
import { report, reportBudgets } from './support/budgets.ts';
import { fillAccounts } from './support/fill-accounts.ts';
import { withPortal } from './support/measured-portal.ts';
import { peakMemoryOf } from './support/process-memory.ts';

const SIZES = [10_000, 500_000, 1_500_000] as const;
const ROOT = path.resolve(import.meta.dirname, '..');
const POLL_MS = 50;

if (process.platform === 'linux') await measure();
else console.log('  Skipped: only Linux reports the peak of a process.');

async function measure(): Promise<void> {
  const peaks: number[] = [];
  for (const size of SIZES)
    await withPortal({}, async (portal) => {
      await fillAccounts(portal, size);
      const startedAt = performance.now();
      const peak = await backUp(portal.dataDir);
      peaks.push(peak);
      report(`${size} accounts, peak`, peak, ' MiB');
      report(`${size} accounts, time`, (performance.now() - startedAt) / 1000, ' s');
    });
  const [, some = Number.NaN, many = Number.NaN] = peaks;
  reportBudgets([
    { name: 'peak for 1 500 000 accounts, times that for 500 000', measured: many / some, atMost: 1.15 },
  ]);
}

/** Runs `waygate backup` as an operator does. @returns the peak of its resident memory, in mebibytes */
async function backUp(dataDir: string): Promise<number> {
  const program = path.join(ROOT, 'apps/server/dist/waygate.js');
  const words = [...NODE_ARGUMENTS, program, 'backup', '--to', path.join(dataDir, 'backups')];
  const child = spawn(path.join(ROOT, 'node_modules/.bin/node'), words, {
    env: { PATH: process.env.PATH ?? '', ...nodeEnvironment({}), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const poll = setInterval(() => {
    // The process may be gone by now, and then has no peak.
    void peakMemoryOf(child.pid ?? 0).then((now) => (peak = Math.max(peak, now)));
  }, POLL_MS);
  const [code]: unknown[] = await once(child, 'close');
  clearInterval(poll);
  if (code !== 0) throw new Error('The backup failed.');
  return peak;
}
