import { setTimeout as pause } from 'node:timers/promises';
import { createTimedPlans, type SimulatedClock } from './simulated-clock.ts';

export const ENDPOINTS = ['token', 'validate', 'revoke', 'users', 'games', 'streams', 'chatters'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/**
 * What goes wrong: an answer with this status, no answer (`timeout`), a late one (`slow`), one that breaks off halfway
 * (`cut`), or one that isn't JSON (`garbled`).
 */
export const FAULTS = [
  '500',
  '503',
  'timeout',
  '429',
  'slow',
  '401',
  '403',
  '400',
  'cut',
  'garbled',
] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 3000;

/** The parts of a call that a fault can depend on. */
export type FaultyCall = { endpoint: Endpoint; query: URLSearchParams };

export type PlannedFault = {
  fault: Fault;
  /** Undefined: every endpoint. */
  endpoint?: Endpoint | undefined;
  /** Undefined: until it is ended. */
  seconds?: number | undefined;
  /** Undefined: for any number of calls. */
  times?: number | undefined;
  /** Undefined: every call of the endpoint. */
  when?: ((call: FaultyCall) => boolean) | undefined;
  /** Delay of a slow answer. */
  slowMs?: number;
  /** What a slow answer waits for instead of `slowMs`. */
  until?: (() => Promise<unknown>) | undefined;
};

export type ActiveFault = {
  id: number;
  fault: Fault;
  endpoint: Endpoint | undefined;
  secondsLeft: number | undefined;
};

export type SimulatedFaults = {
  plan: (fault: PlannedFault) => number;
  end: (id: number) => void;
  endAll: () => void;
  active: () => ActiveFault[];
  /** The fault that applies to this call, if any. Uses up one of its `times`. */
  meet: (call: FaultyCall) => { fault: Fault; late: () => Promise<unknown> } | undefined;
};

export function createFaults(clock: SimulatedClock): SimulatedFaults {
  const { current, secondsLeft, ...plans } = createTimedPlans<PlannedFault>(clock);
  return {
    ...plans,
    active: () =>
      current().map((plan) => ({
        id: plan.id,
        fault: plan.fault,
        endpoint: plan.endpoint,
        secondsLeft: secondsLeft(plan),
      })),
    meet: (call) => {
      const met = current().find(
        ({ endpoint = call.endpoint, when }) => endpoint === call.endpoint && (when?.(call) ?? true),
      );
      if (!met) return undefined;
      met.timesLeft -= 1;
      return { fault: met.fault, late: met.until ?? (() => pause(met.slowMs ?? SLOW_MS)) };
    },
  };
}
