import { setTimeout as pause } from 'node:timers/promises';
import type { Portal } from './portal.ts';
import { UpdateFault } from './update-fault.ts';

const ASK_EVERY_MS = 200;

/**
 * Waits until processes of a version run on this machine. A process counts once it has written its heartbeat, which is the
 * last step of its start, and only if it still runs `settleMs` later.
 *
 * @throws UpdateFault
 */
export async function waitUntilRunning(
  portal: Pick<Portal, 'readProcesses'>,
  {
    version,
    count,
    withinMs,
    settleMs,
    hasFailed,
  }: {
    version: string;
    count: number;
    withinMs: number;
    settleMs: number;
    hasFailed: () => Promise<boolean>;
  },
): Promise<void> {
  const readPids = async () => {
    // The embedded database restarts with the portal.
    const running = await portal.readProcesses().catch(() => []);
    return running.filter((one) => one.isHere && one.version === version).map(({ pid }) => pid);
  };
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const before = await readPids();
    if (before.length >= count) {
      await pause(settleMs);
      const after = await readPids();
      if (before.filter((pid) => after.includes(pid)).length >= count) return;
    }
    if (await hasFailed()) throw new UpdateFault(`${version} ends again and again.`);
    await pause(ASK_EVERY_MS);
  }
  throw new UpdateFault(`${version} wasn't ready within ${withinMs / 1000} seconds.`);
}
