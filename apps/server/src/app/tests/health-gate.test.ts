import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { activate } from '#app/update/activate.ts';
import type { RunningProcess } from '#app/update/portal.ts';
import type { Restartable } from '#app/update/supervisor.ts';
import { waitUntilRunning } from '#app/update/wait-until-running.ts';
import { readReleaseLink } from '#platform/releases/installation.ts';
import { nameOf, useInstallation, writeRelease } from '#test/updates.ts';
import { listen } from '#test/listen.ts';
import { contextOf } from '#test/updating-portal.ts';

const [OLD, NEW] = [nameOf('0.2.0'), nameOf('0.3.0')];
const wanted = { version: '0.3.0', count: 1, withinMs: 600, settleMs: 0, hasFailed: async () => false };

/** A process that answers with these statuses, by path. */
async function servePages(statuses: Record<string, number>): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = statuses[request.url ?? ''] ?? 404;
    response.end();
  });
  return listen(server);
}

/** Waits for a process that answers so. */
async function waitFor(statuses: Record<string, number>): Promise<void> {
  const localOrigin = await servePages(statuses);
  const readProcesses = async () => [{ version: '0.3.0', pid: 1, isHere: true, localOrigin }];
  await waitUntilRunning({ readProcesses }, wanted);
}

test('a process that is ready and shows its landing page passes the health gate', async () => {
  await expect(waitFor({ '/readyz': 200, '/': 200 })).resolves.toBeUndefined();
});

test.each([
  ['is not ready', { '/readyz': 503, '/': 200 }],
  ["can't show its landing page", { '/readyz': 200, '/': 500 }],
])('a process that %s fails the health gate, which names it', async (_, statuses) => {
  await expect(waitFor(statuses)).rejects.toThrow(
    /0\.6 seconds: http:\/\/127\.0\.0\.1:\d+ doesn't answer as it should\.$/,
  );
});

/** Units whose processes start a while after their restart. The new release of the second one never does. */
async function useRollingUnits(folder: string) {
  const processes = new Map<string, RunningProcess>();
  const restarts: string[] = [];
  let pid = 1;
  const start = (unit: string, version: string) =>
    processes.set(unit, { version, pid: (pid += 1), isHere: true });
  for (const unit of ['one', 'two', 'three']) start(unit, '0.2.0');
  const unitOf = (name: string): Restartable => ({
    name,
    restart: async () => {
      const { version = '' } = (await readReleaseLink(folder, 'current')) ?? {};
      restarts.push(`${name} ${version}, running: ${[...processes.keys()].toSorted().join(' ')}`);
      processes.delete(name);
      if (name === 'two' && version === '0.3.0') return;
      setTimeout(() => start(name, version), 50);
    },
    hasFailed: async () => false,
  });
  return {
    restarts,
    readProcesses: async () => [...processes.values()],
    units: ['one', 'two', 'three'].map(unitOf),
  };
}

test('going back waits for each process that it restarts, although others of the old release still run', async () => {
  const folder = await useInstallation();
  await writeRelease(folder, NEW);
  const { restarts, readProcesses, units } = await useRollingUnits(folder);
  const context = contextOf(folder, { readyWithinMs: 2000 });
  const portal = { ...context.portal, readProcesses };
  const journal = { from: OLD, to: NEW, processes: 3, backup: null, startedAt: new Date().toISOString() };
  const updating = activate({ ...context, portal, restartables: units }, journal);
  await expect(updating).rejects.toThrow("0.3.0 wasn't ready within 2 seconds. 0.2.0 runs again.");
  expect(restarts).toEqual([
    'one 0.3.0, running: one three two',
    'two 0.3.0, running: one three two',
    'one 0.2.0, running: one three',
    'two 0.2.0, running: one three',
    'three 0.2.0, running: one three two',
  ]);
});
