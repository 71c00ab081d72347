import { setTimeout as pause } from 'node:timers/promises';
import type { EnabledTwitch } from '#features/twitch-links/twitch-links.ts';
import { deleteSamplesAhead, selectMsToNextMinute } from './samples.queries.ts';
import { sampleMinute } from './sampling.service.ts';

/** Wakes shortly after the minute begins, so that rounding cannot yield the previous minute. */
const AFTER_MS = 100;
const WHILE_BUSY_MS = 500;
const AFTER_FAILURE_MS = 5000;

/**
 * Samples every minute by the database's clock until it is stopped. Any number of processes may run a ticker: the first
 * one claims the minute.
 */
export function startTicker(parts: EnabledTwitch): { stop: () => Promise<void> } {
  const stopped = new AbortController();
  const running = run(parts, stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function run(parts: EnabledTwitch, signal: AbortSignal): Promise<void> {
  const { db, config } = parts;
  let work = () => deleteSamplesAhead(db, config.drops.tickSeconds);
  while (!signal.aborted) if (await attempt(parts, work, signal)) work = () => sampleAndWait(parts, signal);
}

/** @returns false on failure, which is logged. The next sample tries again and closes the gap */
async function attempt(
  { log }: EnabledTwitch,
  work: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.error({ err: error }, 'a minute of drops could not be sampled');
    await pauseFor(AFTER_FAILURE_MS, signal);
    return false;
  }
}

async function sampleAndWait(parts: EnabledTwitch, signal: AbortSignal): Promise<void> {
  const outcome = await sampleMinute(parts, signal);
  switch (outcome) {
    case 'sampled':
      // The next minute may have begun meanwhile, so it is tried at once.
      return;
    case 'busy':
      return pauseFor(WHILE_BUSY_MS, signal);
    case 'taken': {
      const ms = await selectMsToNextMinute(parts.db, parts.config.drops.tickSeconds);
      return pauseFor(ms + AFTER_MS, signal);
    }
  }
}

/** Ends early when the signal aborts. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
