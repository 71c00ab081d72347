/** Time in the simulated Twitch, which may run faster than ours. */
export type SimulatedClock = {
  nowMs: () => number;
  /** How many of its seconds pass in one of ours. */
  speed: () => number;
  accelerate: (speed: number) => void;
  /** When, by our time, its time will be this. */
  inOurTime: (ms: number) => number;
};

export function createClock(): SimulatedClock {
  let speed = 1;
  let since = { ours: Date.now(), its: Date.now() };
  const nowMs = () => since.its + (Date.now() - since.ours) * speed;
  return {
    nowMs,
    speed: () => speed,
    accelerate: (faster) => {
      since = { ours: Date.now(), its: nowMs() };
      speed = faster;
    },
    inOurTime: (ms) => Date.now() + (ms - nowMs()) / speed,
  };
}
