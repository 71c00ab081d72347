import { unavailable } from '#platform/errors/app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs the work when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue for work that takes much of the machine.
 *
 * @param concurrency how much of it runs at once
 * @param maxWaiting callers past this many waiting ones are refused with `unavailable`, never piled up
 */
export function createQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}): InTurn {
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
      // The place is handed on, not freed, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
}
