import { receiptReportSchema } from '@waygate/contract/deliveries/receipts.schemas';
import { describe, expect, test } from 'vitest';
import type { Applied, GameAdapter, RecordedReceipt } from '#adapter.ts';
import { createJsonLog } from '#log/json-log.ts';
import { createMetrics } from '#metrics.ts';
import { createDelivery } from '#test/hero.ts';
import { createGame, start } from './running-bridge.ts';
import { openStandInPortal, type Misbehaviour, type StandInPortal } from './stand-in-portal.ts';

const TOKEN = 'a-token-of-many-characters';

const MISBEHAVIOURS: Record<string, Misbehaviour> = {
  'answers 500': ({ path }, response, nth) => {
    if (path !== 'lease' || nth > 2) return undefined;
    response.writeHead(500).end('<html>oops</html>');
    return true;
  },
  'cuts the connection': ({ path }, response, nth) => {
    if (path !== 'lease' || nth > 2) return undefined;
    response.writeHead(200, { 'content-length': '500' });
    response.write('{"deliveries":[');
    response.socket?.destroy();
    return true;
  },
  'answers something else': ({ path }, response, nth) => {
    if (path !== 'lease' || nth > 2) return undefined;
    response.writeHead(200).end(nth === 1 ? '<html></html>' : '{"deliveries":[{"id":"x"}]}');
    return true;
  },
  'redirects elsewhere': ({ path }, response, nth) => {
    if (path !== 'lease' || nth > 2) return undefined;
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    return true;
  },
  'loses acknowledgements': ({ path }, response, nth) => {
    if (path !== 'acks' || nth > 2) return undefined;
    response.socket?.destroy();
    return true;
  },
  'refuses reports': ({ path }, response) => {
    if (path !== 'status' && path !== 'characters') return undefined;
    response.writeHead(400).end('{"code":"invalid","message":"No."}');
    return true;
  },
  'is older': ({ path }, response) => {
    if (path === 'lease' || path === 'acks') return undefined;
    response.writeHead(404).end('{"code":"not_found","message":"Not found."}');
    return true;
  },
};

test.each(Object.keys(MISBEHAVIOURS))('a portal that %s gets each delivery applied once', async (name) => {
  const [portal, { adapter, applied }] = [await openStandInPortal(), createGame()];
  const deliveries = Array.from({ length: 30 }, () => createDelivery());
  portal.queue(...deliveries);
  portal.misbehave(MISBEHAVIOURS[name]);
  start(portal, adapter);
  await expect.poll(() => portal.results.size, { timeout: 15_000 }).toBe(30);
  expect([...applied.keys()].toSorted()).toEqual(deliveries.map((one) => one.idempotencyKey).toSorted());
});

test('repeated deliveries of one lease are duplicates, and unreadable ones are refused', async () => {
  const [portal, { adapter, applied }] = [await openStandInPortal(), createGame()];
  const [one, other] = [createDelivery(), createDelivery({ quantity: 0 })];
  portal.queue(one, { ...one, id: 10_001 }, other);
  await start(portal, adapter, { isOnce: true }).done;
  expect(portal.results.get(one.id)).toEqual(['applied']);
  expect(portal.results.get(10_001)).toEqual(['duplicate']);
  expect(portal.results.get(other.id)).toEqual(['reject']);
  expect(applied.size).toBe(1);
});

test('while the game is away nothing is leased, and it recovers before the next lease', async () => {
  const portal = await openStandInPortal();
  let isAway = true;
  const { adapter } = createGame({
    recover: async () => {
      portal.calls.push({ path: 'recover', body: undefined });
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  });
  portal.queue(createDelivery());
  const bridge = start(portal, adapter);
  await expect.poll(bridge.names).toContain('game_away');
  const paths = () => portal.calls.map(({ path }) => path);
  expect(paths()).not.toContain('lease');
  expect(portal.calls.find(({ path }) => path === 'status')?.body).toMatchObject({ isOnline: false });
  isAway = false;
  await expect.poll(() => portal.results.size, { timeout: 10_000 }).toBe(1);
  expect(bridge.names().filter((name) => name === 'game_away')).toHaveLength(1);
  expect(paths().lastIndexOf('recover')).toBeLessThan(paths().indexOf('lease'));
});

test('a game that breaks off in a lease gives all of the rest back, and recovers', async () => {
  const portal = await openStandInPortal();
  const game = createGame();
  let calls = 0;
  const adapter: GameAdapter = {
    ...game.adapter,
    apply: async (delivery) => {
      calls += 1;
      if (calls === 3)
        throw Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
      return game.adapter.apply(delivery);
    },
  };
  const deliveries = Array.from({ length: 5 }, () => createDelivery());
  portal.queue(...deliveries);
  const bridge = start(portal, adapter);
  await expect.poll(() => portal.results.size).toBe(5);
  expect(deliveries.map(({ id }) => portal.results.get(id)?.[0])).toEqual([
    'applied',
    'applied',
    'retry',
    'retry',
    'retry',
  ]);
  await expect.poll(bridge.names, { timeout: 10_000 }).toContain('game_back');
  expect(adapter.recover).toHaveBeenCalledTimes(2);
});

test('once ends with what an operator must mend, and not with what waits for others', async () => {
  const portal = await openStandInPortal();
  const answers: Applied[] = [
    { is: 'later', why: 'full', problem: 'inbox_full' },
    { is: 'unknown', why: 'who knows' },
    { is: 'later', why: 'no table', problem: 'game_setup' },
  ];
  const { adapter } = createGame({ apply: async () => answers.shift() ?? { is: 'unknown', why: '' } });
  portal.queue(createDelivery(), createDelivery());
  expect(await start(portal, adapter, { isOnce: true }).done).toEqual({ failed: 0 });
  portal.queue(createDelivery());
  expect(await start(portal, adapter, { isOnce: true }).done).toEqual({ failed: 1 });
  expect([...portal.results.values()].flat()).toEqual(['retry', 'unknown', 'retry']);
});

test('a stop finishes the delivery in hand and acknowledges it', async () => {
  const portal = await openStandInPortal();
  const bridges: { stop: () => void }[] = [];
  const game = createGame();
  const adapter: GameAdapter = {
    ...game.adapter,
    apply: async (delivery) => {
      for (const { stop } of bridges) stop();
      return game.adapter.apply(delivery);
    },
  };
  const deliveries = [createDelivery(), createDelivery()];
  portal.queue(...deliveries);
  const bridge = start(portal, adapter);
  bridges.push(bridge);
  await bridge.done;
  expect(portal.results).toEqual(new Map([[deliveries[0]?.id, ['applied']]]));
  expect(bridge.names().at(-1)).toBe('stopped');
});

test('reports changed characters only, and those that are gone', async () => {
  const portal = await openStandInPortal();
  const character = {
    accountDBID: 5,
    characterId: '1',
    name: 'Ka\u0000ra',
    level: 0,
    class: '',
    online: true,
  };
  let batches = [[character], [{ ...character, accountDBID: 6 }]];
  const { adapter } = createGame({
    characters: async function* characters() {
      yield* batches;
    },
  });
  start(portal, adapter);
  const reports = () =>
    portal.calls.flatMap(({ path, body }) => (path === 'characters' ? Object(body).accounts : []));
  await expect.poll(reports).toHaveLength(2);
  batches = [[character]];
  await expect.poll(reports).toHaveLength(3);
  expect(reports()).toEqual([
    { accountDBID: 5, characters: [{ characterId: '1', name: 'Ka ra', level: 1, class: '-', online: true }] },
    { accountDBID: 6, characters: [expect.anything()] },
    { accountDBID: 6, characters: [] },
  ]);
});

const reports = ({ calls }: StandInPortal) => calls.filter(({ path }) => path === 'receipts');

/** Answers statuses with more than the stand-in does. */
const answering =
  (status: object): Misbehaviour =>
  ({ path }, response) => {
    if (path !== 'status') return undefined;
    response.writeHead(200).end(JSON.stringify({ serverId: 1, now: new Date().toISOString(), ...status }));
    return true;
  };

describe('with a portal of another version', () => {
  const receipt: RecordedReceipt = {
    idempotencyKey: 'item:5:a',
    state: 'given',
    accountId: 5,
    kind: 'item',
    itemId: 7,
    quantity: 2,
    characterId: null,
    recordedAt: new Date(),
  };
  const withReceipts = () =>
    createGame({ receipts: async (after) => (after === '' ? [receipt] : []) }).adapter;

  test('reports no receipts to one that asks for none', async () => {
    const portal = await openStandInPortal();
    portal.queue(createDelivery());
    const bridge = start(portal, withReceipts(), { isOnce: true });
    await bridge.done;
    expect(reports(portal)).toEqual([]);
    expect(portal.results.size).toBe(1);
    expect(bridge.names()).not.toContain('warning');
  });

  test('reports receipts in the form that one with more fields asks for', async () => {
    const portal = await openStandInPortal();
    const since = new Date(Date.now() - 60_000).toISOString();
    portal.misbehave(answering({ receiptsWanted: { restore: 3, since, other: 1 }, newer: { field: true } }));
    await start(portal, withReceipts(), { isOnce: true }).done;
    const bodies = reports(portal).map(({ body }) => receiptReportSchema.parse(body));
    expect(bodies.flatMap(({ receipts }) => receipts)).toMatchObject([{ idempotencyKey: 'item:5:a' }]);
    expect(bodies.map(({ restore, isLast }) => [restore, isLast])).toEqual([
      [3, false],
      [3, true],
    ]);
  });

  test.each([{ restore: 'latest', since: '2026-01-01T00:00:00Z' }, { restore: 3 }, 'all', null])(
    'ignores a wish for receipts that it cannot read: %j',
    async (receiptsWanted) => {
      const portal = await openStandInPortal();
      portal.misbehave(answering({ receiptsWanted }));
      portal.queue(createDelivery());
      await start(portal, withReceipts(), { isOnce: true }).done;
      expect(reports(portal)).toEqual([]);
      expect(portal.results.size).toBe(1);
    },
  );

  test('goes on delivering when the portal was rolled back to a release without receipts', async () => {
    const portal = await openStandInPortal();
    const since = new Date(Date.now() - 60_000).toISOString();
    const wanting = answering({ receiptsWanted: { restore: 3, since } });
    portal.misbehave((call, response, nth) => {
      if (call.path !== 'receipts') return wanting(call, response, nth);
      response.writeHead(404).end('{"code":"not_found","message":"Not found."}');
      return true;
    });
    portal.queue(createDelivery());
    const bridge = start(portal, withReceipts());
    await expect.poll(bridge.names).toContain('unsupported');
    portal.queue(createDelivery());
    await expect.poll(() => portal.results.size).toBe(2);
    expect(reports(portal)).toHaveLength(1);
  });
});

test('warns once of a clock that differs from the portal by a minute', async () => {
  const portal = await openStandInPortal();
  portal.misbehave(({ path }, response) => {
    if (path !== 'status') return undefined;
    response.writeHead(200).end(JSON.stringify({ now: new Date(Date.now() + 60_000).toISOString() }));
    return true;
  });
  const bridge = start(portal, createGame().adapter, { isOnce: true });
  await bridge.done;
  expect(bridge.events).toContainEqual({ event: 'clock', differenceSeconds: 60 });
});

test('no log line holds a secret or a credential', () => {
  const lines: string[] = [];
  const log = createJsonLog((line) => lines.push(line), ['p@ss"word', TOKEN]);
  log({ event: 'warning', message: `mysql://u:p%40ss%22word@h p@ss"word ${TOKEN}` });
  log({
    event: 'delivery',
    delivery: createDelivery(),
    answer: { is: 'later', why: 'full', problem: 'inbox_full' },
    ms: 3,
  });
  expect(lines.join('\n')).not.toMatch(/word|token-of/);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'warn', result: 'later', problem: 'inbox_full' });
});

test('metrics count results, and health ends when the portal is silent', () => {
  let now = 1_000_000;
  const metrics = createMetrics(() => now);
  metrics.count('deliveries', 'applied');
  metrics.set('portalUp', 1);
  metrics.set('gameUp', 1);
  metrics.set('lastLease', now / 1000);
  expect(metrics.render()).toContain('waygate_bridge_deliveries_total{result="applied"} 1');
  expect(metrics.isHealthy()).toBe(true);
  now += 121_000;
  expect(metrics.isHealthy()).toBe(false);
});

test.each([
  [401, /Create a token for this server/],
  [403, /Allow this computer's address/],
])('says what to do about a refusal with %i', async (status, remedy) => {
  const portal = await openStandInPortal();
  portal.misbehave((_, response) => {
    response.writeHead(status).end('{"code":"refused","message":"No."}');
    return true;
  });
  const { events } = start(portal, createGame().adapter);
  await expect
    .poll(() => events[0])
    .toMatchObject({
      event: 'portal_away',
      message: `The portal answered ${status}: No.`,
      remedy: expect.stringMatching(remedy),
    });
});
