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

/** What is planned holds for so many simulated seconds and times; undefined: until it is ended, and any number of times. */
type Limits = { seconds?: number | undefined; times?: number | undefined };

export type TimedPlan<Planned> = Planned & { id: number; endsAtMs: number; timesLeft: number };

export type TimedPlans<Planned> = {
  /** @returns its id */
  plan: (planned: Planned) => number;
  end: (id: number) => void;
  endAll: () => void;
  /** Those that hold now, in the order in which they were planned. Who applies one counts down its `timesLeft`. */
  current: () => TimedPlan<Planned>[];
  /** Whole simulated seconds; undefined for a plan without end. */
  secondsLeft: (plan: TimedPlan<Planned>) => number | undefined;
};

export function createTimedPlans<Planned extends Limits>(clock: SimulatedClock): TimedPlans<Planned> {
  let plans: TimedPlan<Planned>[] = [];
  let lastId = 0;
  return {
    plan: (planned) => {
      lastId += 1;
      const { seconds = Number.POSITIVE_INFINITY, times = Number.POSITIVE_INFINITY } = planned;
      plans.push({ ...planned, id: lastId, endsAtMs: clock.nowMs() + seconds * 1000, timesLeft: times });
      return lastId;
    },
    end: (id) => {
      plans = plans.filter((plan) => plan.id !== id);
    },
    endAll: () => {
      plans = [];
    },
    current: () => {
      plans = plans.filter(({ endsAtMs, timesLeft }) => endsAtMs > clock.nowMs() && timesLeft > 0);
      return plans;
    },
    secondsLeft: ({ endsAtMs }) =>
      Number.isFinite(endsAtMs) ? Math.ceil((endsAtMs - clock.nowMs()) / 1000) : undefined,
  };
}
