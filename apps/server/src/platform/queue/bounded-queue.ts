import { unavailable } from '#platform/errors/app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs the work when a slot is free. */
export type RunQueued = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for expensive work.
 *
 * @param concurrency how many tasks run at once
 * @param maxWaiting further callers are refused with `unavailable`
 */
export function createQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}): RunQueued {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw unavailable(RETRY_AFTER_SECONDS);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot is handed to the next caller and not freed, so that nobody overtakes the queue.
      if (next) next();
      else running -= 1;
    }
  };
}
