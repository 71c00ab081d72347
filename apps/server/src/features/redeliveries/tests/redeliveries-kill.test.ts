import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { createOwner } from '#test/account-journeys.ts';
import { makeAllDue, queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import { killProcess } from '#test/kill-process.ts';
import { readRedelivered, redeliveriesBy } from '#test/redeliveries.ts';
import { REDELIVERING_PROGRAM } from '#test/redelivering-process.ts';

const ITEMS = 600;
const ORDERS = 20;
const KILLS = 5;

const portal = await useBridgePortal();
const { db, database } = portal.parts;
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
const byOwner = redeliveriesBy(portal, (await createOwner(portal)).token);

/** A worker of its own process; killed when the test ends. */
function startWorker() {
  const child = spawn(process.execPath, [REDELIVERING_PROGRAM, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void killProcess(child));
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

async function play(data: string): Promise<void> {
  await makeAllDue(db);
  const simulator = startSimulator({ portal: url, data, token: portal.token, args: ['--once'] });
  expect(await simulator.exit).toBe(0);
}

test('workers that are killed while they send everything again, with refunds and the game at the same time, send it once', async () => {
  const items = await queueItems(portal, ITEMS);
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => queueOrder(portal, 2)));
  await play(await useGameFolder());
  const request = await byOwner.requestOf({ mode: 'new_keys' });
  expect((await byOwner.send(request)).json()).toMatchObject({ planned: ITEMS + ORDERS * 2 });

  const wiped = await useGameFolder();
  const game = startSimulator({ portal: url, data: wiped, token: portal.token, args: ['--batch', '40'] });
  const refunds: Promise<unknown>[] = [];
  const refunded = orders.slice(0, ORDERS / 2);
  for (let killed = 0; killed < KILLS; killed += 1) {
    // Two workers, of which one dies in the middle of a batch, or right after it.
    const [victim, other] = [startWorker(), startWorker()];
    for (let line = 0; line < 3; line += 1) await victim.lines.next();
    refunds.push(
      ...refunded
        .splice(0, 2)
        .map(({ orderId }) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId))),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    await Promise.all([killProcess(victim.child), killProcess(other.child)]);
  }
  await once(startWorker().child, 'exit');
  await Promise.all(refunds);
  await game.kill('SIGTERM');
  await play(wiped);

  const rows = await readDeliveries(db);
  const again = rows.filter(({ supersedesKey }) => supersedesKey !== null);
  expect(new Set(again.map(({ supersedesKey }) => supersedesKey)).size).toBe(again.length);
  expect(await readRedelivered(db, request.id)).toBe(again.length);
  const { inventory } = readGame(wiped);
  expect(items.map(({ accountId, itemId }) => inventory[`${accountId} item ${itemId}`])).toEqual(
    Array(ITEMS).fill(1),
  );
  const owned = orders.map(({ accountId }) => [1, 2].map((id) => inventory[`${accountId} item ${id}`] ?? 0));
  expect(owned).toEqual(orders.map((_, index) => (index < ORDERS / 2 ? [0, 0] : [1, 1])));
  const { rows: open } = await db.execute(sql`select from redeliveries where finished_at is null`);
  expect(open).toEqual([]);
}, 400_000);
