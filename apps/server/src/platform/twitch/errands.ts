import { TwitchUnavailable } from './twitch-errors.ts';

/** Calls to Twitch that have to come to their end, whether or not somebody still waits for what they give. */
export type Errands = {
  /** @throws TwitchUnavailable once they are finished */
  run: <Result>(errand: () => Promise<Result>) => Promise<Result>;
  /** Begins no more; resolves when those under way have ended, however they end. */
  finish: () => Promise<void>;
};

export function createErrands(): Errands {
  const underWay = new Set<Promise<unknown>>();
  let isFinishing = false;
  return {
    run: async (errand) => {
      if (isFinishing) throw new TwitchUnavailable('Twitch was not asked: the portal is stopping.');
      const running = errand();
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
