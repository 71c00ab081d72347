import type { Logger } from '#platform/logging/logger.ts';

/** Stops started parts in reverse order. */
export type Shutdown = {
  add: (name: string, stop: () => Promise<void> | void) => void;
  run: () => Promise<void>;
};

export function createShutdown(log: Logger): Shutdown {
  const steps: { name: string; stop: () => Promise<void> | void }[] = [];
  return {
    add: (name, stop) => void steps.push({ name, stop }),
    run: async () => {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step.stop();
        } catch (error) {
          // The remaining parts must still be stopped.
          log.warn({ err: error }, `stopping ${step.name} failed`);
        }
      }
    },
  };
}
