import { TwitchUnavailable } from './twitch-errors.ts';

/** Calls to Twitch that have to come to their end, whether or not somebody still waits for what they give. */
export type InFlightCalls = {
  /** @throws TwitchUnavailable once they are finished */
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Begins no more; resolves when those under way have ended, however they end. */
  finish: () => Promise<void>;
};

/** One for the whole process: it is finished before the database closes, where answers are stored. */
export function createInFlightCalls(): InFlightCalls {
  const underWay = new Set<Promise<unknown>>();
  let isFinishing = false;
  return {
    run: async (call) => {
      if (isFinishing) throw new TwitchUnavailable('Twitch was not asked: the portal is stopping.');
      const running = call();
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    finish: async () => {
      isFinishing = true;
      await Promise.allSettled(underWay);
    },
  };
}
