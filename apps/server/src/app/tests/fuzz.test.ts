import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { readOperations, type Operation } from '#test/fuzz/document.ts';
import { type FuzzRequest, requestsOf, toInject, withRevision } from '#test/fuzz/requests.ts';
import { describeFailures, fire, type Shot, watchHandlers } from '#test/fuzz/run-fuzz.ts';
import { fuzzSeed } from '#test/fuzz/seed.ts';
import { type Caller, type CallerKind, createWorld, liftLimits, type World } from '#test/fuzz/world.ts';
import { twoColours } from '#test/pictures.ts';

const SEED = fuzzSeed();
const LEAST_REQUESTS = 4000;
/** Requests for each operation by each kind of caller; more by callers who may call it, and none by most of the other staff. */
const SHARE = { visitor: 3, player: 5, owner: 9, bridge: 1, staff: 1, ofSection: 4, ofBridge: 38 };

const captured = captureLog('error');
let world: World;
let operations: Operation[];
beforeAll(async () => {
  world = await createWorld(captured.log);
  operations = await readOperations(world.shop.app);
}, 400_000);
afterAll(() => world?.close());

const MORE_ROUNDS = 20;
/** One in three members of other sections calls an operation, in turn; `admin-access.test.ts` shows that all are refused. */
const OTHER_STAFF = 3;

function shareOf({ isOfBridge, sections }: Operation, name: string, turn: number): number {
  if (name === 'bridge') return isOfBridge ? SHARE.ofBridge : SHARE.bridge;
  if (name.startsWith('staff of ')) {
    if (sections.includes(name.slice(9))) return SHARE.ofSection;
    return turn % OTHER_STAFF === 0 ? SHARE.staff : 0;
  }
  return SHARE[name as 'visitor' | 'player' | 'owner'];
}

/** Sends as this kind of caller. Requests may end the session; then somebody new signs in. */
function senderOf({ create }: CallerKind) {
  let caller: Promise<Caller> | undefined;
  const send = async (request: FuzzRequest): Promise<LightMyRequestResponse> => {
    caller ??= create();
    const current = caller;
    const { token, address } = await current;
    const { headers, ...rest } = toInject(request);
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const options = { ...rest, remoteAddress: address(), headers: { ...authorization, ...headers } };
    const response = await world.shop.app.inject(options);
    const isEnded =
      response.statusCode === 401 && headers?.authorization === undefined && token !== undefined;
    if (isEnded && caller === current) caller = undefined;
    return response;
  };
  return async (request: FuzzRequest): Promise<LightMyRequestResponse> => {
    const response = await send(request);
    // The answer to a HEAD has no body.
    const isConflict = response.statusCode === 409 && response.body !== '';
    const revision = isConflict ? response.json().current?.revision : undefined;
    return revision === undefined ? response : send(withRevision(request, revision));
  };
}

/** One request of each operation after the other, so that rows live long enough to be met. */
async function loadShots(of = operations, round = 0): Promise<Shot[]> {
  const picture = await twoColours();
  const shots = world.kinds.flatMap((kind, kindIndex) => {
    const send = senderOf(kind);
    return of.flatMap((operation, index) => {
      const material = { samples: world.samples.get(operation.id) ?? [], picture };
      const numRuns = shareOf(operation, kind.name, kindIndex + index);
      const requests = fc.sample(requestsOf(operation, material), {
        seed: SEED + round * 100_000 + kindIndex * 1000 + index,
        numRuns,
      });
      return requests.map((request, turn) => ({
        order: turn / numRuns + index / of.length / numRuns,
        shot: { operation: operation.id, caller: kind.name, request, send: () => send(request) },
      }));
    });
  });
  return shots.toSorted((a, b) => a.order - b.order).map(({ shot }) => shot);
}

function isSentBy(name: string): (caller: string) => boolean {
  return (caller) => caller === name || caller.startsWith(`${name} of `);
}

test(
  'no request to any operation, by any kind of caller, is answered with 500 or more',
  { timeout: 600_000 },
  async () => {
    const handlers = watchHandlers(world.shop.app);
    const shots = await loadShots();
    expect(shots.length).toBeGreaterThan(LEAST_REQUESTS);
    for (const name of ['visitor', 'player', 'staff', 'owner', 'bridge'])
      expect([name, shots.filter(({ caller }) => isSentBy(name)(caller)).length > 500]).toEqual([name, true]);
    const between = () => liftLimits(world.shop);
    const failures = await fire(shots, { between });
    const unreached = () => operations.filter(({ id }) => !handlers.reached.has(id));
    // Few requests are right in all of their parts: what none has reached gets more of them.
    for (let round = 1; round <= MORE_ROUNDS && unreached().length > 0; round += 1)
      failures.push(...(await fire(await loadShots(unreached(), round), { between })));
    handlers.stop();
    expect(describeFailures(failures, { seed: SEED, logged: captured.text() })).toBe('');
    expect({ SEED, unreached: unreached().map(({ id }) => id) }).toEqual({ SEED, unreached: [] });
    expect({}).not.toHaveProperty('polluted');
  },
);
