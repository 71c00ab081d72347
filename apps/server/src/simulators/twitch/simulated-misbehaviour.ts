import { createTimedPlans, type SimulatedClock } from './simulated-clock.ts';

/**
 * What Twitch does although its documentation promises otherwise, or says so only in a side note:
 *
 * - `late-streams`: starts and ends of streams are listed minutes later.
 *   https://github.com/justintv/Twitch-API/issues/659
 * - `late-chats`: arrivals and departures are listed later. https://dev.twitch.tv/docs/api/reference#get-chatters
 * - `short-chats`: a chat has fewer rows than its `total`. https://github.com/twitchdev/issues/issues/692
 * - `missing-streams`: Get Streams leaves out streams that are live, for a moment.
 *   https://github.com/twitchdev/issues/issues/230 and /558
 * - `untyped-streams`: `type` is an empty string. https://dev.twitch.tv/docs/api/reference#get-streams
 * - `blank-users`: a chatter without id and names, a stream without its user's names.
 *   https://github.com/twitchdev/issues/issues/757 and /500
 * - `stray-cursors`: a cursor without a further page. https://github.com/twitchdev/issues/issues/2
 * - `refused-cursors`: Twitch's own cursor is answered with 400. https://github.com/twitchdev/issues/issues/91
 * - `kept-refresh-tokens`: a refresh returns the same refresh token.
 *   https://dev.twitch.tv/docs/authentication/refresh-tokens: it 'may change'
 * - `kept-grants`: revoking ends only the access token. https://dev.twitch.tv/docs/authentication/revoke-tokens
 */
export const MISBEHAVIOURS = [
  'late-streams',
  'late-chats',
  'short-chats',
  'missing-streams',
  'untyped-streams',
  'blank-users',
  'stray-cursors',
  'refused-cursors',
  'kept-refresh-tokens',
  'kept-grants',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

const LAG_SECONDS = 120;

/** @param broadcasterId whose chat is listed; undefined in other lists */
export type Concerns = (userId: string, broadcasterId?: string) => boolean;

export type PlannedMisbehaviour = {
  kind: Misbehaviour;
  /** Whose rows are concerned; undefined for everybody's. */
  who?: Concerns | undefined;
  /** Undefined: until it is ended. */
  seconds?: number | undefined;
  /** How many answers are concerned; undefined for any number. */
  times?: number | undefined;
  /** How late late lists are, 120 by default. Simulated time, at most ten minutes. */
  lagSeconds?: number | undefined;
};

export type ActiveMisbehaviour = { id: number; kind: Misbehaviour; secondsLeft: number | undefined };

/** Misbehaviour that was planned. Everything is off by default. */
export type SimulatedMisbehaviour = {
  plan: (misbehaviour: PlannedMisbehaviour) => number;
  end: (id: number) => void;
  endAll: () => void;
  active: () => ActiveMisbehaviour[];
  /** Uses up one of `times`. @returns whose rows are concerned; undefined for none */
  meet: (kind: Misbehaviour) => Concerns | undefined;
  /** The moment that a late list shows, in simulated milliseconds; undefined for now. */
  shownAtMs: (kind: 'late-streams' | 'late-chats') => number | undefined;
};

const everybody = () => true;

export function createMisbehaviour(clock: SimulatedClock): SimulatedMisbehaviour {
  const { current, secondsLeft, ...plans } = createTimedPlans<PlannedMisbehaviour>(clock);
  return {
    ...plans,
    active: () => current().map((plan) => ({ id: plan.id, kind: plan.kind, secondsLeft: secondsLeft(plan) })),
    meet: (kind) => {
      const met = current().filter((plan) => plan.kind === kind);
      for (const plan of met) plan.timesLeft -= 1;
      if (met.length === 0) return undefined;
      return (...row) => met.some(({ who = everybody }) => who(...row));
    },
    shownAtMs: (kind) => {
      const lags = current()
        .filter((plan) => plan.kind === kind)
        .map(({ lagSeconds = LAG_SECONDS }) => lagSeconds);
      return lags.length > 0 ? clock.nowMs() - Math.max(...lags) * 1000 : undefined;
    },
  };
}
