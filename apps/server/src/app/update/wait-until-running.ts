import { setTimeout as pause } from 'node:timers/promises';
import { answersPages } from './answers-pages.ts';
import type { Portal, RunningProcess } from './portal.ts';
import { UpdateFault } from './update-fault.ts';

const ASK_EVERY_MS = 200;

type Wanted = {
  version: string;
  /** How many processes must run. */
  count: number;
  /** Of these, how many must have started since. */
  newCount?: number;
  /** Process ids of the version from before the restart. */
  earlier?: ReadonlySet<number>;
  withinMs: number;
  settleMs: number;
  hasFailed: () => Promise<boolean>;
};

/**
 * Waits until processes of a version run on this machine. A process counts once it has written its heartbeat, which is the
 * last step of its start, and only if it still runs `settleMs` later. Those that have started since and serve pages must answer.
 *
 * @throws UpdateFault
 */
export async function waitUntilRunning(portal: Pick<Portal, 'readProcesses'>, wanted: Wanted): Promise<void> {
  const { version, count, newCount = 0, earlier = new Set(), withinMs, settleMs, hasFailed } = wanted;
  const isNew = ({ pid }: RunningProcess) => !earlier.has(pid);
  const isEnough = (running: RunningProcess[]) =>
    running.length >= count && running.filter(isNew).length >= newCount;
  const deadline = Date.now() + withinMs;
  let silent: string | undefined;
  while (Date.now() < deadline) {
    const before = await readRunning(portal, version);
    if (isEnough(before)) {
      await pause(settleMs);
      const pids = new Set((await readRunning(portal, version)).map(({ pid }) => pid));
      const stayed = before.filter(({ pid }) => pids.has(pid));
      silent = await findSilent(stayed.filter(isNew));
      if (isEnough(stayed) && silent === undefined) return;
    }
    if (await hasFailed()) throw new UpdateFault(`${version} ends again and again.`);
    await pause(ASK_EVERY_MS);
  }
  const reason = silent === undefined ? '' : `: ${silent} doesn't answer as it should`;
  throw new UpdateFault(`${version} wasn't ready within ${withinMs / 1000} seconds${reason}.`);
}

/** The processes of a version on this machine. */
export async function readRunning(
  portal: Pick<Portal, 'readProcesses'>,
  version: string,
): Promise<RunningProcess[]> {
  // The embedded database restarts with the portal.
  const running = await portal.readProcesses().catch(() => []);
  return running.filter((one) => one.isHere && one.version === version);
}

/** @returns the address of one that doesn't answer as it should */
async function findSilent(processes: RunningProcess[]): Promise<string | undefined> {
  for (const { localOrigin } of processes)
    if (localOrigin !== undefined && !(await answersPages(localOrigin))) return localOrigin;
  return undefined;
}
