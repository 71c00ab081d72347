import type { Logger } from '#platform/logging/logger.ts';

/** @param drainMs how long to go on serving, so that proxies notice the stop */
type Stop = (drainMs: number) => Promise<void> | void;

/** Stops started parts in reverse order. */
export type Shutdown = {
  add: (name: string, stop: Stop) => void;
  run: (drainMs?: number) => Promise<void>;
};

export function createShutdown(log: Logger): Shutdown {
  const steps: { name: string; stop: Stop }[] = [];
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    run: async (drainMs = 0) => {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step.stop(drainMs);
        } catch (error) {
          // The remaining parts must still be stopped.
          log.warn({ err: error }, `stopping ${step.name} failed`);
        }
      }
    },
  };
}
