import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { until } from '#test/account-journeys.ts';
import { makeAllDue, queueItems, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { breakGameAt, isGameStuck } from '#test/broken-game.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import { retryDeadDelivery } from '#features/deliveries/dead-deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal({ leaseSeconds: 1 });
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
const { db } = portal.parts;
beforeEach(() => db.delete(deliveries));

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
const applied = (ids: number[]) => ids.map((id) => ({ id, result: 'applied' as const }));

describe('after a lost lease', () => {
  test('each delivery that was in flight is leased alone, before the next', async () => {
    await queueItems(portal, 4);
    const lost = idsOf(await portal.lease());
    await makeAllDue(db);
    for (const id of lost) {
      const leased = idsOf(await portal.lease());
      expect(leased).toEqual([id]);
      await portal.acknowledge(applied(leased));
    }
    expect(await portal.lease()).toEqual([]);
  });

  test('what was not in flight is leased without it, in small portions', async () => {
    await queueItems(portal, 1);
    const [lost] = await portal.lease();
    await queueItems(portal, 30);
    await db.execute(
      sql`update deliveries set available_at = now() - interval '1 minute' where state = 'pending'`,
    );
    await makeAllDue(db);
    const first = idsOf(await portal.lease());
    expect(first).toHaveLength(10);
    expect(first).not.toContain(lost?.id);
  });

  test('batches are large again once each was tried', async () => {
    await queueItems(portal, 1);
    const [lost] = await portal.lease();
    await makeAllDue(db);
    expect(await portal.lease()).toHaveLength(1);
    await portal.acknowledge([{ id: lost?.id ?? 0, result: 'retry' }]);
    await makeAllDue(db);
    await queueItems(portal, 30);
    expect(await portal.lease()).toHaveLength(31);
  });

  test('what ran out of attempts makes nobody wait, and is alone when staff retry it', async () => {
    await queueItems(portal, 1);
    const [poison] = await portal.lease();
    await db.execute(sql`update deliveries set attempts = 11, available_at = now() - interval '1 minute'`);
    await queueItems(portal, 3);
    expect(await portal.lease()).toHaveLength(3);
    expect((await readDeliveries(db))[0]).toMatchObject({ state: 'dead', failure: 'exhausted', leases: 1 });
    await db.transaction((tx) => retryDeadDelivery(tx, poison?.id ?? 0));
    await queueItems(portal, 3);
    expect(idsOf(await portal.lease())).toEqual([poison?.id]);
    expect(await portal.lease()).toHaveLength(3);
  });
});

test('twelve crashes of the game by one delivery leave its 499 neighbours applied', async () => {
  const data = await useGameFolder();
  await queueItems(portal, 500);
  const poison = (await readDeliveries(db))[230];
  // A first run makes the database, so that the fault can be put into it.
  await db.execute(sql`update deliveries set available_at = now() + interval '1 hour'`);
  await startSimulator({ portal: url, data, token: portal.token, args: ['--once'] }).exit;
  breakGameAt(data, poison?.itemId ?? 0);
  await db.execute(sql`update deliveries set available_at = now()`);

  let crashes = 0;
  const isDone = async () => (await readDeliveries(db)).every(({ state }) => /applied|dead/.test(state));
  while (!(await isDone())) {
    const game = startSimulator({ portal: url, data, token: portal.token, args: ['--batch', '500'] });
    await until(async () => (await isGameStuck(data)) || (await isDone()), 60_000);
    if (await isGameStuck(data)) crashes += 1;
    await game.kill();
  }

  expect(crashes).toBe(12);
  const rows = await readDeliveries(db);
  expect(rows.filter(({ state }) => state !== 'applied')).toMatchObject([
    { id: poison?.id, state: 'dead', failure: 'exhausted', attempts: 12, leases: 12 },
  ]);
  expect(Object.values(readGame(data).inventory)).toEqual(Array(499).fill(1));
  // No neighbour was in flight more than the first time, and once alone.
  expect(Math.max(...rows.filter(({ id }) => id !== poison?.id).map(({ leases }) => leases))).toBeLessThan(3);
}, 400_000);
