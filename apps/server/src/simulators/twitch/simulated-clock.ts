/** Time in the simulated Twitch, which may run faster than real time. */
export type SimulatedClock = {
  nowMs: () => number;
  /** Simulated seconds per real second. */
  speed: () => number;
  accelerate: (speed: number) => void;
  /** Jumps ahead. */
  advance: (ms: number) => void;
  /** Converts a simulated time to real time. Both in milliseconds since 1970. */
  toRealMs: (ms: number) => number;
};

export function createClock(): SimulatedClock {
  let speed = 1;
  let since = { realMs: Date.now(), simulatedMs: Date.now() };
  const nowMs = () => since.simulatedMs + (Date.now() - since.realMs) * speed;
  return {
    nowMs,
    speed: () => speed,
    accelerate: (faster) => {
      since = { realMs: Date.now(), simulatedMs: nowMs() };
      speed = faster;
    },
    advance: (ms) => {
      since = { realMs: Date.now(), simulatedMs: nowMs() + ms };
    },
    toRealMs: (ms) => Date.now() + (ms - nowMs()) / speed,
  };
}
