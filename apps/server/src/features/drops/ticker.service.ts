import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDrops } from './drop-parts.ts';
import { selectMsToNextMinute } from './samples.queries.ts';
import { sampleMinute } from './sampling.service.ts';

/** Wakes shortly after the minute has begun, so that a clock's last digits do not decide which one it is. */
const AFTER_MS = 100;
const AFTER_FAILURE_MS = 5000;

/**
 * Samples every minute by the database's clock until it is stopped. Any number of processes may do so: whoever comes
 * first has the minute, the others find it taken.
 */
export function startTicker(parts: OpenDrops): { stop: () => Promise<void> } {
  const stopped = new AbortController();
  const running = run(parts, stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function run(parts: OpenDrops, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await waitAndSample(parts, signal);
}

async function waitAndSample(parts: OpenDrops, signal: AbortSignal): Promise<void> {
  try {
    const ms = await selectMsToNextMinute(parts.db, parts.config.drops.tickSeconds);
    if (!(await isOver(ms + AFTER_MS, signal))) return;
    await sampleMinute(parts, signal);
  } catch (error) {
    // The next minute is another try; what was missed is a gap of our own.
    parts.log.error({ err: error }, 'a minute of drops could not be sampled');
    await isOver(AFTER_FAILURE_MS, signal);
  }
}

/** @returns false when it was stopped before */
async function isOver(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
