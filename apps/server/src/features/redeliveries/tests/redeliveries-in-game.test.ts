import { cp } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { createOwner, createSignedInPlayer } from '#test/account-journeys.ts';
import { queueItems, queueOrder, useBridgePortal } from '#test/bridge.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import { moveApplied, redeliveriesBy } from '#test/redeliveries.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
const owner = await createOwner(portal);
const byOwner = redeliveriesBy(portal, owner.token);
beforeEach(async () => {
  await db.execute(sql`delete from account_packs`);
  await db.execute(sql`delete from account_benefits`);
  await db.delete(deliveries);
  await db.execute(sql`delete from redeliveries`);
});

const withdraw = (orderId: number) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));

/** The game fetches and applies everything that is due. */
async function play(data: string): Promise<void> {
  const simulator = startSimulator({ portal: url, data, token: portal.token, args: ['--once'] });
  expect([await simulator.exit, simulator.lines()]).toEqual([0, expect.any(Array)]);
}

const asOwner = async (method: 'POST' | 'PUT', address: string, body: object) => {
  const response = await portal.call(method, `/admin/${address}`, { body, token: owner.token });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
};

test('a game restored from a backup gets back what it lost, and a second run does nothing', async () => {
  const [data, backup] = [await useGameFolder(), await useGameFolder()];
  const [kept] = await queueItems(portal, 1, { quantity: 3 });
  const refundedLater = await queueOrder(portal);
  await play(data);
  await cp(path.join(data, 'game.sqlite'), path.join(backup, 'game.sqlite'));
  await moveApplied(db, '2 hours');
  const [lost] = await queueItems(portal, 1, { quantity: 5 });
  const refunded = await queueOrder(portal);
  await play(data);
  await withdraw(refunded.orderId);
  await withdraw(refundedLater.orderId);
  await play(data);
  const before = readGame(data).inventory;
  expect(before[`${lost?.accountId} item 1`]).toBe(5);

  // The operator picks a time before the backup, to be on the safe side.
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
  for (let run = 0; run < 2; run += 1) {
    expect(await byOwner.redeliver({ mode: 'same_keys', since })).toBe(6);
    await play(backup);
    const { inventory } = readGame(backup);
    expect(inventory[`${kept?.accountId} item 1`]).toBe(3);
    expect(inventory[`${lost?.accountId} item 1`]).toBe(5);
    expect(inventory[`${refunded.accountId} item 1`] ?? 0).toBe(0);
    expect(inventory[`${refundedLater.accountId} item 1`] ?? 0).toBe(0);
  }
});

test('a wiped game gets what is owed, and loses again what is revoked later', async () => {
  const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  const end = '2076-12-24T18:00:00.000Z';
  const old = await useGameFolder();
  const order = await queueOrder(portal);
  for (const accountDBID of [player.id, other.id]) {
    await asOwner('POST', 'createBenefit', {
      accountDBID,
      benefitId: 17,
      availableUntil: end,
      reason: 'Won it',
    });
    await asOwner('POST', 'action', { action: 'GRANT_STAFF_PACK', accountDBID, date: end, reason: 'Won it' });
  }
  await play(old);
  expect(readGame(old).standing[`${player.id} benefit 17`]).toBe(end);

  const wiped = await useGameFolder();
  expect(await byOwner.redeliver({ mode: 'new_keys' })).toBe(5);
  await play(wiped);
  expect(readGame(wiped)).toMatchObject({
    inventory: {
      [`${order.accountId} item 1`]: 1,
      [`${player.id} benefit 17`]: 1,
      [`${player.id} staff_package 0`]: 1,
    },
    standing: { [`${player.id} benefit 17`]: end, [`${player.id} staff_package 0`]: end },
  });

  await withdraw(order.orderId);
  await asOwner('POST', `deleteBenefit/${player.id}`, { benefitId: 17, reason: 'A mistake' });
  const past = '2020-01-01T00:00:00.000Z';
  await asOwner('POST', 'action', {
    action: 'GRANT_STAFF_PACK',
    accountDBID: player.id,
    date: past,
    reason: 'A mistake',
  });
  await play(wiped);
  const { inventory, standing } = readGame(wiped);
  expect(inventory[`${order.accountId} item 1`]).toBe(0);
  expect(inventory[`${player.id} benefit 17`]).toBe(0);
  expect(standing).toEqual({
    [`${player.id} staff_package 0`]: past,
    [`${other.id} benefit 17`]: end,
    [`${other.id} staff_package 0`]: end,
  });
  // The old game, should it still run, loses it too.
  await db.execute(
    sql`update deliveries set state = 'pending', available_at = now() where effect = 'revoke'`,
  );
  await play(old);
  expect(readGame(old).inventory[`${order.accountId} item 1`]).toBe(0);
  expect(readGame(old).inventory[`${player.id} benefit 17`]).toBe(0);
});
