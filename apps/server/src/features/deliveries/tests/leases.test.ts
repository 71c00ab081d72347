import type { Acknowledgement } from '@waygate/contract/deliveries/deliveries.schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { useSecondProcess } from '#test/account-journeys.ts';
import { useBridgePortal, makeAllDue, queueItems, queueOrder, readDeliveries } from '#test/bridge.ts';
import { captureLog } from '#test/captured-log.ts';
import { observeDeliveries } from '#features/deliveries/dead-deliveries.service.ts';
import { queueDeliveries, withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { acknowledgeDeliveries, leaseDeliveries } from '#features/deliveries/leases.service.ts';

const { log, lines } = captureLog();

const portal = await useBridgePortal({ log });
observeDeliveries(portal.parts.metrics, portal.parts.db);
beforeEach(() => portal.parts.db.delete(deliveries));

const warnings = () =>
  lines().filter(({ msg }) => msg === 'deliveries failed permanently and wait for staff');
const only = async () => {
  const [row, ...others] = await readDeliveries(portal.parts.db);
  if (!row || others.length > 0) throw new Error('There is not one delivery.');
  return row;
};
const acknowledge = (result: Acknowledgement['result'], ids: number[]) => ids.map((id) => ({ id, result }));
/** As if the game had received all of it before, so that a duplicate is plausible. */
const markLeasedBefore = () => portal.parts.db.update(deliveries).set({ leases: 2 });
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe('queueing', () => {
  test('creates one delivery per key, even concurrently', async () => {
    const [row] = await queueItems(portal, 1);
    if (!row) throw new Error('Nothing was queued.');
    await Promise.all(
      Array.from({ length: 20 }, () => portal.parts.db.transaction((tx) => queueDeliveries(tx, [row, row]))),
    );
    expect(await only()).toMatchObject({ state: 'pending', effect: 'grant' });
  });
});

describe('a lease', () => {
  test('contains everything the game needs, oldest first, up to the requested number', async () => {
    const rows = await queueItems(portal, 5, { quantity: 3 });
    const response = await portal.bridge('POST', 'lease', { body: { limit: 2 } });
    expect(response.json().leaseSeconds).toBe(60);
    expect(response.json().deliveries).toEqual(
      rows.slice(0, 2).map(({ idempotencyKey, accountId, itemId }) => ({
        id: expect.any(Number),
        idempotencyKey,
        effect: 'grant',
        revokesKey: null,
        accountDBID: accountId,
        login: null,
        gameAccountId: null,
        characterId: null,
        characterName: null,
        kind: 'item',
        itemId,
        quantity: 3,
        availableUntil: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })),
    );
    expect((await portal.lease()).map(({ itemId }) => itemId)).toEqual([3, 4, 5]);
    expect(await portal.lease()).toEqual([]);
  });

  test('skips deliveries that wait for their next attempt', async () => {
    await queueItems(portal, 1);
    await portal.parts.db.execute(sql`update deliveries set available_at = now() + interval '1 minute'`);
    expect(await portal.lease()).toEqual([]);
  });

  test('hands each delivery out once to concurrent bridges in several processes', async () => {
    await queueItems(portal, 300);
    const other = await useSecondProcess(portal);
    const leaseThere = async () => {
      const headers = { authorization: `Bearer ${portal.token}` };
      const url = '/api/bridge/v1/lease';
      const response = await other.app.inject({ method: 'POST', url, headers, body: { limit: 17 } });
      return response.json().deliveries as { id: number }[];
    };
    const leased = (
      await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? portal.lease(17) : leaseThere())))
    ).flat();
    leased.push(...(await portal.lease()));
    expect(leased).toHaveLength(300);
    expect(new Set(idsOf(leased)).size).toBe(300);
  });

  test('is handed out again after it expires, and a late acknowledgement still settles it', async () => {
    await queueItems(portal, 1);
    const [first] = await portal.lease();
    await makeAllDue(portal.parts.db);
    const [second] = await portal.lease();
    expect(second).toEqual(first);
    expect(await only()).toMatchObject({ state: 'leased', attempts: 1 });
    expect(await portal.acknowledge(acknowledge('applied', idsOf([first ?? { id: 0 }])))).toEqual([
      'settled',
    ]);
    expect(await only()).toMatchObject({ state: 'applied', settledAt: expect.any(Date) });
    await makeAllDue(portal.parts.db);
    expect(await portal.lease()).toEqual([]);
  });

  test('marks a delivery dead after expiring twelve times, with a log entry and a metric', async () => {
    await queueItems(portal, 1);
    const before = warnings().length;
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect(await portal.lease()).toHaveLength(1);
      await makeAllDue(portal.parts.db);
    }
    expect(await portal.lease()).toEqual([]);
    const dead = await only();
    expect(dead).toMatchObject({ state: 'dead', attempts: 12, lastDetail: 'the game did not answer' });
    expect(warnings().slice(before)).toMatchObject([
      { level: 40, deliveries: [{ id: dead.id, idempotencyKey: dead.idempotencyKey }] },
    ]);
    expect((await portal.parts.metrics.render()).body).toMatch(/waygate_deliveries_dead 1\n/);
    expect(await portal.acknowledge(acknowledge('applied', [dead.id]))).toEqual(['settled']);
    expect(await only()).toMatchObject({ state: 'applied' });
  });

  test.each(['{', '[]', '{"limit":0}', '{"limit":501}', '{"limit":1.5}', '{"limit":"5"}', 'null', ''])(
    'with a body that makes no sense is refused: %s',
    async (body) => {
      await queueItems(portal, 1);
      expect((await portal.bridge('POST', 'lease', { body })).statusCode).toBe(400);
      expect(await only()).toMatchObject({ state: 'pending' });
    },
  );
});

describe('acknowledgements', () => {
  test('settle applied and repeated deliveries, and change nothing when repeated', async () => {
    await queueItems(portal, 4);
    const ids = idsOf(await portal.lease());
    await markLeasedBefore();
    const body = ids.map((id, n) => ({ id, result: n % 2 ? ('duplicate' as const) : ('applied' as const) }));
    expect(await portal.acknowledge(body)).toEqual(Array(4).fill('settled'));
    const settled = await readDeliveries(portal.parts.db);
    expect(settled.every(({ state }) => state === 'applied')).toBe(true);
    for (const result of ['applied', 'duplicate', 'retry', 'reject'] as const) {
      expect(await portal.acknowledge(acknowledge(result, ids))).toEqual(Array(4).fill('unchanged'));
    }
    expect(await readDeliveries(portal.parts.db)).toEqual(settled);
  });

  test('count once for 20 concurrent callers', async () => {
    await queueItems(portal, 50);
    const ids = idsOf(await portal.lease());
    const shuffled = (n: number) => (n % 2 ? ids : ids.toReversed());
    const settling = ids.slice(0, 25);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        portal.acknowledge(
          shuffled(n).map((id) => ({ id, result: settling.includes(id) ? 'applied' : 'retry' })),
        ),
      ),
    );
    expect(outcomes.flat().filter((outcome) => outcome === 'settled')).toHaveLength(25);
    expect(outcomes.flat().filter((outcome) => outcome === 'rescheduled')).toHaveLength(25);
    const rows = await readDeliveries(portal.parts.db);
    expect(rows.filter(({ state, attempts }) => state === 'pending' && attempts === 1)).toHaveLength(25);
  });

  test('of 500 deliveries run one statement and return outcomes in their order', async () => {
    await queueItems(portal, 490);
    const ids = idsOf(await portal.lease());
    let statements = 0;
    const execute: Db['execute'] = (query) => {
      statements += 1;
      return portal.parts.db.execute(query);
    };
    const unknown = acknowledge('applied', [9_000_001, Number.MAX_SAFE_INTEGER]);
    const body = [...acknowledge('applied', ids), ...unknown, ...acknowledge('retry', ids.slice(0, 8))];
    const results = await acknowledgeDeliveries({ db: { execute }, log }, 1, body);
    expect(statements).toBe(1);
    expect(idsOf(results)).toEqual(idsOf(body));
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.slice(0, 490)).toEqual(Array(490).fill('settled'));
    expect(outcomes.slice(490)).toEqual(['unknown', 'unknown', ...Array(8).fill('unchanged')]);
  });

  test('that contradict each other are resolved in favour of applied', async () => {
    await queueItems(portal, 3);
    const [a = 0, b = 0, c = 0] = idsOf(await portal.lease());
    await markLeasedBefore();
    const outcomes = await portal.acknowledge([
      ...acknowledge('retry', [a]),
      ...acknowledge('applied', [a]),
      ...acknowledge('reject', [b, a]),
      ...acknowledge('duplicate', [b]),
      ...acknowledge('retry', [c, c]),
    ]);
    expect(outcomes).toEqual([
      'unchanged',
      'settled',
      'unchanged',
      'unchanged',
      'settled',
      'rescheduled',
      'unchanged',
    ]);
    expect((await readDeliveries(portal.parts.db)).map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'pending',
    ]);
  });

  test('of a failure delay the retry by 30 s · 2ⁿ, up to an hour, less a random part of up to half', async () => {
    await queueItems(portal, 40);
    const { db } = portal.parts;
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const ids = idsOf(await portal.lease());
      expect(await portal.acknowledge(acknowledge('retry', ids))).toEqual(Array(40).fill('rescheduled'));
      const { rows } = await db.execute<{ least: number; most: number }>(sql`
        select min(extract(epoch from available_at - now()))::float8 as least,
               max(extract(epoch from available_at - now()))::float8 as most from deliveries`);
      const whole = Math.min(30 * 2 ** attempt, 3600);
      expect(rows[0]?.least).toBeGreaterThan(whole / 2 - 10);
      expect(rows[0]?.most).toBeLessThanOrEqual(whole);
      expect((rows[0]?.most ?? 0) - (rows[0]?.least ?? 0)).toBeGreaterThan(whole / 10);
      await makeAllDue(db);
    }
  });

  test('mark the delivery dead after twelve failures or one rejection', async () => {
    await queueItems(portal, 2);
    const [poison = 0, foreign = 0] = idsOf(await portal.lease());
    expect(await portal.acknowledge([{ id: foreign, result: 'reject', detail: 'no such item' }])).toEqual([
      'dead',
    ]);
    for (let failure = 1; failure <= 12; failure += 1) {
      const detail = `failure ${failure}`;
      const outcome = await portal.acknowledge([{ id: poison, result: 'retry', detail }]);
      expect(outcome).toEqual([failure === 12 ? 'dead' : 'rescheduled']);
      await makeAllDue(portal.parts.db);
      expect(idsOf(await portal.lease())).toEqual(failure === 12 ? [] : [poison]);
    }
    expect(await readDeliveries(portal.parts.db)).toMatchObject([
      { state: 'dead', attempts: 12, lastDetail: 'failure 12' },
      { state: 'dead', attempts: 1, lastDetail: 'no such item' },
    ]);
  });

  test('of failures count only for leased deliveries', async () => {
    await queueItems(portal, 2);
    const [leased = 0] = idsOf(await portal.lease(1));
    await portal.acknowledge(acknowledge('retry', [leased]));
    const before = await readDeliveries(portal.parts.db);
    const ids = idsOf(before);
    expect(await portal.acknowledge(acknowledge('retry', ids))).toEqual(['unchanged', 'unchanged']);
    expect(await portal.acknowledge(acknowledge('reject', ids))).toEqual(['unchanged', 'unchanged']);
    expect(await readDeliveries(portal.parts.db)).toEqual(before);
    // The second was never sent.
    expect(await portal.acknowledge(acknowledge('applied', ids))).toEqual(['settled', 'unchanged']);
  });

  test('of cancelled deliveries are recorded and change nothing else', async () => {
    const { orderId } = await queueOrder(portal);
    const [grant = { id: 0 }] = await portal.lease();
    await portal.parts.db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
    for (const _ of [1, 2])
      expect(await portal.acknowledge(acknowledge('applied', [grant.id]))).toEqual(['unchanged']);
    expect((await readDeliveries(portal.parts.db))[0]).toMatchObject({
      state: 'cancelled',
      lastDetail: 'after the cancellation: applied',
    });
  });

  test('accept any detail and store it as one line', async () => {
    await queueItems(portal, 1);
    const [{ id } = { id: 0 }] = await portal.lease();
    const detail = `TypeError:\n\tat \u0000 \ud800 ${'x'.repeat(3000)}`;
    expect(await portal.acknowledge([{ id, result: 'retry', detail }])).toEqual(['rescheduled']);
    const { lastDetail } = await only();
    expect(lastDetail).toMatch(/^TypeError: at {3}\ufffd x+$/);
    expect(lastDetail).toHaveLength(500);
  });

  test.each([
    '{',
    '{}',
    'null',
    '[{"id":1}]',
    '[{"id":1,"result":"done"}]',
    '[{"id":"1","result":"applied"}]',
    '[{"id":0,"result":"applied"}]',
    '[{"id":1.5,"result":"applied"}]',
    '[{"id":9007199254740993,"result":"applied"}]',
    '[{"id":1,"result":"applied","detail":5}]',
    JSON.stringify(acknowledge('applied', Array(501).fill(1))),
  ])('that make no sense are refused as a whole (%#)', async (body) => {
    await queueItems(portal, 1);
    await portal.lease();
    expect((await portal.bridge('POST', 'acks', { body })).statusCode).toBe(400);
    expect(await only()).toMatchObject({ state: 'leased' });
  });

  test('of an empty list return an empty list', async () => {
    expect(await portal.acknowledge([])).toEqual([]);
  });
});

test('concurrent leases, acknowledgements and withdrawals never deadlock and lose nothing', async () => {
  const { db } = portal.parts;
  const orders = await Promise.all(Array.from({ length: 12 }, () => queueOrder(portal, 5)));
  const play = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const leased = await leaseDeliveries({ db, log }, { serverId: 1, limit: 9, leaseSeconds: 0 });
      await portal.acknowledge(
        leased.toReversed().map(({ id, accountId: accountDBID, kind, itemId, quantity }) => ({
          id,
          result: turn % 3 ? 'applied' : 'duplicate',
          receipt: { accountDBID, kind, itemId, quantity },
        })),
      );
    }
  };
  const withdraw = orders.map(({ orderId }) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId)));
  await Promise.all([play(), play(), play(), ...withdraw]);
  // What was in flight in both is leased again, one by one.
  while ((await readDeliveries(db)).some(({ state }) => /pending|leased/.test(state))) await play();
  const rows = await readDeliveries(db);
  const grants = rows.filter(({ effect }) => effect === 'grant');
  expect(grants).toHaveLength(60);
  expect(new Set(grants.map(({ state }) => state)).isSubsetOf(new Set(['applied', 'cancelled']))).toBe(true);
  const seen = grants.filter(
    ({ state, lastDetail }) => state === 'applied' || lastDetail?.startsWith('after the cancellation'),
  );
  const revokedKeys = rows.map(({ revokesKey }) => revokesKey);
  expect(revokedKeys).toEqual(expect.arrayContaining(seen.map(({ idempotencyKey }) => idempotencyKey)));
  const [left] = await db.select().from(deliveries).where(eq(deliveries.state, 'dead'));
  expect(left).toBeUndefined();
});
