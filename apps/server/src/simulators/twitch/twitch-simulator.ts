import { createToken } from '#platform/auth/tokens.ts';
import { createClock, type SimulatedClock } from './simulated-clock.ts';
import { createFaults, type SimulatedFaults } from './simulated-faults.ts';
import { createGrants, type SimulatedGrants } from './simulated-grants.ts';
import { createMisbehaviour, type SimulatedMisbehaviour } from './simulated-misbehaviour.ts';
import type { PageQuirk } from './simulated-pages.ts';
import { createPoints, type SimulatedPoints } from './simulated-points.ts';
import type { SimulatorSnapshot } from './simulator-snapshot.ts';
import { createWorld, type SimulatedWorld } from './simulated-world.ts';

const KEPT_CALLS = 20_000;

/** One answered call, without its tokens. */
export type LoggedCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The `grant_type`, where it is a call for tokens. */
  grantType: string | undefined;
  /** The bucket whose points it used. */
  bucket: string | undefined;
  /** Undefined: no answer came. */
  status: number | undefined;
};

/** The one application that is registered with the simulated Twitch. */
export type SimulatedApplication = { clientId: string; clientSecret: string; redirectUris: string[] };

export type TwitchSimulator = {
  application: SimulatedApplication;
  brandName: string;
  /** Categories that count, for the control page to offer. */
  gameIds: string[];
  /** In every form, against cross-site request forgery. */
  formToken: string;
  clock: SimulatedClock;
  points: SimulatedPoints;
  faults: SimulatedFaults;
  misbehaviour: SimulatedMisbehaviour;
  world: SimulatedWorld;
  grants: SimulatedGrants;
  /** How pages of lists deviate from correct ones. */
  pages: { quirk: PageQuirk };
  /** The last calls, oldest first. */
  calls: LoggedCall[];
  log: (call: LoggedCall) => void;
  snapshot: () => SimulatorSnapshot;
  /** Resolves when all changes so far are saved. */
  save: () => Promise<void>;
};

/** Creates a simulated Twitch in memory, optionally from a snapshot. */
export function createTwitchSimulator({
  application,
  brandName,
  gameIds,
  kept,
  save = async () => {},
}: {
  application: SimulatedApplication;
  brandName: string;
  gameIds: string[];
  kept?: SimulatorSnapshot | undefined;
  save?: (snapshot: () => SimulatorSnapshot) => Promise<void>;
}): TwitchSimulator {
  const clock = createClock();
  const world = createWorld(clock, kept?.world);
  const misbehaviour = createMisbehaviour(clock);
  const grants = createGrants(clock, misbehaviour, kept?.grants);
  const calls: LoggedCall[] = [];
  const snapshot = () => ({ world: world.snapshot(), grants: grants.snapshot() });
  return {
    application,
    brandName,
    gameIds,
    formToken: createToken(),
    clock,
    points: createPoints(clock),
    faults: createFaults(clock),
    misbehaviour,
    world,
    grants,
    pages: { quirk: 'none' },
    calls,
    log: (call) => {
      calls.push(call);
      // Trimmed rarely, because each splice moves the rest of the array.
      if (calls.length > 2 * KEPT_CALLS) calls.splice(0, KEPT_CALLS);
    },
    snapshot,
    save: () => save(snapshot),
  };
}
