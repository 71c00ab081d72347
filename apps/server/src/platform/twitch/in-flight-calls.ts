import { TwitchUnavailable } from './twitch-errors.ts';

/** Calls to Twitch that must run to their end, even if nobody waits for their result. */
export type InFlightCalls = {
  /** @throws TwitchUnavailable after `finish` was called */
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Refuses new calls, and resolves when all running ones have settled. */
  finish: () => Promise<void>;
};

/** One per process. Finished before the database closes, because results are stored there. */
export function createInFlightCalls(): InFlightCalls {
  const running = new Set<Promise<unknown>>();
  let isFinishing = false;
  return {
    run: async (call) => {
      if (isFinishing) throw new TwitchUnavailable('Twitch was not asked: the portal is stopping.');
      const result = call();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    finish: async () => {
      isFinishing = true;
      await Promise.allSettled(running);
    },
  };
}
