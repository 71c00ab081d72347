import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAllDue, queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { addServer } from '#test/second-server.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal();
const north = await addServer(portal);
const { db } = portal.parts;
beforeEach(() => db.delete(deliveries));

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const only = async () => {
  const [row, ...others] = await readDeliveries(db);
  if (!row || others.length > 0) throw new Error('There is not one delivery.');
  return row;
};
const report = (bridge: typeof north.bridge, collections: unknown) =>
  bridge('POST', 'collections', { body: collections });

describe('a lease', () => {
  test('contains what is for the game server of the token, and nothing else', async () => {
    await queueItems(portal, 2);
    await queueItems(portal, 3, { serverId: north.serverId, characterId: '150', characterName: 'Kara' });
    const here = await portal.lease();
    const there = await north.lease();
    expect([here.length, there.length]).toEqual([2, 3]);
    expect(here[0]).toMatchObject({ characterId: null, characterName: null, login: null });
    expect(there[0]).toMatchObject({ characterId: '150', characterName: 'Kara', login: null });
    expect([await portal.lease(), await north.lease()]).toEqual([[], []]);
  });

  test('names the game account on that server, once it is active', async () => {
    const [row] = await queueItems(portal, 1, { serverId: north.serverId });
    const leaseAgain = async () => {
      await makeAllDue(db);
      return (await north.lease())[0];
    };
    await db.execute(sql`
      insert into game_accounts (server_id, account_id, login, game_account_id, state)
      values (${north.serverId}, ${row?.accountId}, 'kara', '2000017', 'pending'), (1, ${row?.accountId}, 'other', '5', 'active')`);
    expect(await leaseAgain()).toMatchObject({ login: null, gameAccountId: null });
    await db.execute(sql`update game_accounts set state = 'active'`);
    expect(await leaseAgain()).toMatchObject({ login: 'kara', gameAccountId: '2000017' });
  });

  test('hands each delivery out once to bridges of two servers that lease at the same time', async () => {
    await queueItems(portal, 60);
    await queueItems(portal, 60, { serverId: north.serverId });
    const leases = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? portal.lease(9) : north.lease())),
    );
    const leased = [...leases.flat(), ...(await portal.lease())];
    expect(new Set(idsOf(leased)).size).toBe(120);
    expect(leased).toHaveLength(120);
  });
});

describe('acknowledgements', () => {
  test('about a delivery of another server are unknown and change nothing', async () => {
    await queueItems(portal, 1);
    const [{ id } = { id: 0 }] = await portal.lease();
    const before = await only();
    for (const result of ['applied', 'duplicate', 'retry', 'reject', 'character_missing', 'unknown'] as const)
      expect(await north.acknowledge([{ id, result }])).toEqual(['unknown']);
    expect(await only()).toEqual(before);
    expect(await portal.acknowledge([{ id, result: 'applied' }])).toEqual(['settled']);
  });

  test.each([
    'no_game_account',
    'character_missing',
    'inbox_full',
    'character_offline',
    'character_online',
  ] as const)('of a failure that waits for the player (%s) are never counted', async (problem) => {
    await queueItems(portal, 1);
    for (let attempt = 0; attempt < 15; attempt += 1) {
      const [{ id } = { id: 0 }] = await portal.lease();
      expect(await portal.acknowledge([{ id, result: 'retry', problem }])).toEqual(['rescheduled']);
      expect(await only()).toMatchObject({ state: 'pending', attempts: 0, problem });
      const { rows } = await db.execute<{ seconds: number }>(
        sql`select extract(epoch from available_at - now())::float8 as seconds from deliveries`,
      );
      expect(rows[0]?.seconds).toBeGreaterThan(10);
      expect(rows[0]?.seconds).toBeLessThanOrEqual(3600);
      await makeAllDue(db);
    }
    const [{ id } = { id: 0 }] = await portal.lease();
    await portal.acknowledge([{ id, result: 'applied' }]);
    expect(await only()).toMatchObject({ state: 'applied', problem: null });
  });

  test('of other problems count, and the problem of a delivery that failed stays', async () => {
    await queueItems(portal, 2);
    const [retried, rejected] = await portal.lease();
    await portal.acknowledge([
      { id: retried?.id ?? 0, result: 'retry', problem: 'game_unreachable' },
      { id: rejected?.id ?? 0, result: 'reject', problem: 'unknown_item' },
    ]);
    expect(await readDeliveries(db)).toMatchObject([
      { state: 'pending', attempts: 1, problem: 'game_unreachable' },
      { state: 'dead', failure: 'rejected', problem: 'unknown_item' },
    ]);
  });

  test('of an unknown outcome leave the delivery to staff; a late confirmation still settles it', async () => {
    await queueItems(portal, 1);
    const [{ id } = { id: 0 }] = await portal.lease();
    expect(await portal.acknowledge([{ id, result: 'unknown', detail: 'no answer' }])).toEqual(['dead']);
    expect(await only()).toMatchObject({ state: 'unknown', failure: null, lastDetail: 'no answer' });
    await makeAllDue(db);
    expect(await portal.lease()).toEqual([]);
    for (const result of ['unknown', 'retry', 'reject', 'character_missing', 'duplicate'] as const)
      expect(await portal.acknowledge([{ id, result }])).toEqual(['unchanged']);
    expect(await portal.acknowledge([{ id, result: 'applied' }])).toEqual(['settled']);
    expect(await only()).toMatchObject({ state: 'applied' });
  });

  test('say when the game destroys it, in any zone, and a time that makes no sense is none', async () => {
    await queueItems(portal, 3);
    const [a, b, c] = idsOf(await portal.lease());
    const outcomes = await portal.acknowledge([
      { id: a ?? 0, result: 'applied', collectBy: '2026-12-24T10:00:00+23:00' },
      { id: b ?? 0, result: 'applied', collectBy: '0000-01-01T00:00:00Z' },
      { id: c ?? 0, result: 'applied' },
    ]);
    expect(outcomes).toEqual(['settled', 'settled', 'settled']);
    expect((await readDeliveries(db)).map(({ collectBy }) => collectBy?.toISOString() ?? null)).toEqual([
      '2026-12-23T11:00:00.000Z',
      null,
      null,
    ]);
  });
});

describe('a revocation', () => {
  test('goes to the server and the character of its grant', async () => {
    const { orderId } = await queueOrder(portal);
    await db.update(deliveries).set({ serverId: north.serverId, characterId: '150', characterName: 'Kara' });
    const [grant] = await north.lease();
    await north.acknowledge([{ id: grant?.id ?? 0, result: 'applied' }]);
    await db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
    expect(await portal.lease()).toEqual([]);
    expect(await north.lease()).toMatchObject([
      { effect: 'revoke', characterId: '150', characterName: 'Kara' },
    ]);
  });

  test('of a gone character waits for staff, who see that nothing was revoked', async () => {
    const { orderId } = await queueOrder(portal);
    const [grant] = await portal.lease();
    await portal.acknowledge([{ id: grant?.id ?? 0, result: 'applied' }]);
    await db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
    const [revocation] = await portal.lease();
    const gone = [{ id: revocation?.id ?? 0, result: 'character_missing' as const }];
    expect(await portal.acknowledge(gone)).toEqual(['dead']);
    expect((await readDeliveries(db))[1]).toMatchObject({ state: 'dead', problem: 'character_missing' });
  });

  test('of a grant whose outcome is unknown waits for staff', async () => {
    const { orderId } = await queueOrder(portal);
    const [grant] = await portal.lease();
    await portal.acknowledge([{ id: grant?.id ?? 0, result: 'unknown' }]);
    const withdrawn = await db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
    expect(withdrawn).toEqual({ isAnySeenByGame: true, markedDelivered: 0, waiting: 1 });
    expect((await readDeliveries(db)).map(({ effect, state }) => `${effect} ${state}`)).toEqual([
      'grant cancelled',
      'revoke unknown',
    ]);
    expect(await portal.lease()).toEqual([]);
  });
});

describe('collections', () => {
  const AT = '2026-11-20T10:00:00.000Z';

  test('are recorded once, also by ten callers at once, and keep their first time', async () => {
    await queueItems(portal, 3);
    const keys = (await readDeliveries(db)).map(({ idempotencyKey }) => idempotencyKey);
    await portal.acknowledge(idsOf(await portal.lease()).map((id) => ({ id, result: 'applied' })));
    const collected = keys.map((idempotencyKey) => ({ idempotencyKey, collectedAt: AT }));
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => report(portal.bridge, n % 2 ? collected : collected.toReversed())),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(responses.reduce((sum, response) => sum + response.json().updated, 0)).toBe(3);
    const later = collected.map((collection) => ({ ...collection, collectedAt: '2026-11-21T10:00:00Z' }));
    expect((await report(portal.bridge, later)).json()).toEqual({ updated: 0 });
    expect((await readDeliveries(db)).map(({ collectedAt }) => collectedAt?.toISOString())).toEqual([
      AT,
      AT,
      AT,
    ]);
  });

  test('count only applied grants of the own server', async () => {
    const { orderId } = await queueOrder(portal, 2);
    const [applied] = await portal.lease(1);
    await portal.acknowledge([{ id: applied?.id ?? 0, result: 'applied' }]);
    const keysOf = async () => (await readDeliveries(db)).map(({ idempotencyKey }) => idempotencyKey);
    const all = async () => (await keysOf()).map((idempotencyKey) => ({ idempotencyKey, collectedAt: AT }));
    expect((await report(north.bridge, await all())).json()).toEqual({ updated: 0 });
    expect((await report(portal.bridge, await all())).json()).toEqual({ updated: 1 });
    await db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
    const [revocation] = await portal.lease();
    await portal.acknowledge([{ id: revocation?.id ?? 0, result: 'applied' }]);
    expect((await report(portal.bridge, await all())).json()).toEqual({ updated: 0 });
    const odd = [
      { idempotencyKey: 'never\u0000queued', collectedAt: AT },
      { idempotencyKey: '\ud800', collectedAt: '0000-01-01T00:00:00+23:59' },
    ];
    expect((await report(portal.bridge, odd)).json()).toEqual({ updated: 0 });
    expect((await report(portal.bridge, [])).json()).toEqual({ updated: 0 });
  });

  test.each([
    '{}',
    '[{}]',
    '[{"idempotencyKey":"","collectedAt":"2026-11-20T10:00:00Z"}]',
    '[{"idempotencyKey":"a","collectedAt":"yesterday"}]',
    '[{"idempotencyKey":5,"collectedAt":"2026-11-20T10:00:00Z"}]',
  ])('that make no sense are refused: %s', async (body) => {
    expect((await report(portal.bridge, body)).statusCode).toBe(400);
  });
});
