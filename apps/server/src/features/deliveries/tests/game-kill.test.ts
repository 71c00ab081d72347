import { expect, test } from 'vitest';
import { until } from '#test/account-journeys.ts';
import { useBridgePortal, queueItems, queueOrder, readDeliveries } from '#test/bridge.ts';
import { readGame, startSimulator, useGameFolder, useNetwork } from '#test/game-simulator.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';

/** A delivery is given up after twelve leases that ran out: fewer kills cannot make it so. */
const KILLS = 5;
const ITEMS = 120;
const ORDERS = 20;

const portal = await useBridgePortal({ leaseSeconds: 2 });
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });

test('a game that is killed at random moments ends up with each item exactly once', async () => {
  const { db } = portal.parts;
  const data = await useGameFolder();
  const items = await queueItems(portal, ITEMS);
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => queueOrder(portal, 2)));
  const refunded = orders.slice(0, ORDERS / 2);
  let calls = 0;
  // Every fifth call meets its own fault.
  const network = await useNetwork(url, () => {
    calls += 1;
    if (calls % 5 !== 0) return 'pass';
    return calls % 10 === 0 ? 'lose the call' : 'lose the answer';
  });
  const start = () =>
    startSimulator({ portal: network.url, data, token: portal.token, args: ['--batch', '20'] });

  for (let kill = 0; kill < KILLS; kill += 1) {
    const simulator = start();
    const wanted = 1 + Math.floor(Math.random() * 25);
    await until(async () => simulator.lines().length > wanted || (await isAllSettled()), 60_000);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    await simulator.kill();
    const next = refunded.splice(0, 2);
    await Promise.all(
      next.map(({ orderId }) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId))),
    );
  }
  const last = start();
  // What was in flight at a kill is leased alone, so it takes two calls each, of which every fifth meets a fault.
  await until(isAllSettled, 300_000);
  await last.kill('SIGTERM');

  const rows = await readDeliveries(db);
  expect(rows.filter(({ state }) => state === 'dead')).toEqual([]);
  const { inventory, receipts } = readGame(data);
  for (const { accountId, itemId, idempotencyKey } of items) {
    expect([idempotencyKey, inventory[`${accountId} item ${itemId}`]]).toEqual([idempotencyKey, 1]);
  }
  const isRefunded = (index: number) => index < ORDERS / 2;
  for (const [index, { accountId }] of orders.entries()) {
    const owned = [1, 2].map((itemId) => inventory[`${accountId} item ${itemId}`] ?? 0);
    expect([index, ...owned]).toEqual([index, ...(isRefunded(index) ? [0, 0] : [1, 1])]);
  }
  const applied = rows.filter(({ state }) => state === 'applied');
  expect(applied.map(({ idempotencyKey }) => receipts[idempotencyKey])).not.toContain(undefined);
}, 600_000);

async function isAllSettled(): Promise<boolean> {
  const rows = await readDeliveries(portal.parts.db);
  return rows.every(({ state }) => state !== 'pending' && state !== 'leased');
}
