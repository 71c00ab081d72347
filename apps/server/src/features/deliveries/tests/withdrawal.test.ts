import { beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '#platform/db/database.ts';
import { useBridgePortal, makeAllDue, queueItems, queueOrder, readDeliveries } from '#test/bridge.ts';
import {
  cancelDelivery,
  markDelivered,
  retryDeadDelivery,
} from '#features/deliveries/dead-deliveries.service.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { selectDeliveryStatesOfOrders } from '#features/deliveries/line-states.queries.ts';

const portal = await useBridgePortal();
beforeEach(() => portal.parts.db.delete(deliveries));

const withdraw = (orderId: number) =>
  portal.parts.db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
const byStaff = (act: (tx: Transaction, id: number) => Promise<void>, id: number) =>
  portal.parts.db.transaction((tx) => act(tx, id));
const states = async () =>
  (await readDeliveries(portal.parts.db)).map(({ effect, state }) => `${effect} ${state}`);
const lineStates = async (orderId: number) =>
  (await selectDeliveryStatesOfOrders(portal.parts.db, [orderId])).map(({ state }) => state);
const leaseOne = async () => {
  const [delivery] = await portal.lease(1);
  if (!delivery) throw new Error('Nothing was due.');
  return delivery;
};

const makeDead = async () => {
  const { id } = await leaseOne();
  await portal.acknowledge([{ id, result: 'reject', detail: 'the item is unknown' }]);
  return id;
};

describe('withdrawing an order', () => {
  test('cancels what the game has not seen, without a revocation', async () => {
    const { orderId } = await queueOrder(portal, 3);
    await withdraw(orderId);
    expect(await states()).toEqual(Array(3).fill('grant cancelled'));
    expect(await lineStates(orderId)).toEqual(Array(3).fill('cancelled'));
    expect(await portal.lease()).toEqual([]);
  });

  test.each([
    ['leased', () => Promise.resolve()],
    ['applied', (id: number) => portal.acknowledge([{ id, result: 'applied' }])],
    ['tried and put off', (id: number) => portal.acknowledge([{ id, result: 'retry' }])],
    ['rejected', (id: number) => portal.acknowledge([{ id, result: 'reject' }])],
  ])('has the game take back what was %s, once', async (_, happen) => {
    const { orderId, accountId, keys } = await queueOrder(portal);
    const grant = await leaseOne();
    await happen(grant.id);
    await Promise.all([withdraw(orderId), withdraw(orderId), withdraw(orderId)]);
    await makeAllDue(portal.parts.db);
    const [revocation, ...others] = await portal.lease();
    expect(others).toEqual([]);
    expect(revocation).toMatchObject({
      effect: 'revoke',
      idempotencyKey: `${keys[0]}:revoke`,
      revokesKey: keys[0],
      accountDBID: accountId,
      kind: 'item',
      itemId: 1,
      quantity: 1,
    });
    expect(await lineStates(orderId)).toEqual(['revoked']);
    await portal.acknowledge([{ id: revocation?.id ?? 0, result: 'applied' }]);
    await withdraw(orderId);
    expect((await states()).filter((state) => state.startsWith('revoke'))).toEqual(['revoke applied']);
  });

  test('leaves other orders alone', async () => {
    const [{ orderId }, other] = [await queueOrder(portal), await queueOrder(portal)];
    await withdraw(orderId);
    expect(await lineStates(other.orderId)).toEqual(['on_its_way']);
  });

  test('changes nothing when it is rolled back', async () => {
    const { orderId } = await queueOrder(portal);
    const broken = portal.parts.db.transaction(async (tx) => {
      await withdrawOrderDeliveries(tx, orderId);
      throw new Error('afterwards');
    });
    await expect(broken).rejects.toThrow('afterwards');
    expect(await states()).toEqual(['grant pending']);
  });
});

test('an order shows the delivery status of each line', async () => {
  const { orderId } = await queueOrder(portal, 4);
  const [applied, rejected] = await portal.lease(3);
  await portal.acknowledge([
    { id: applied?.id ?? 0, result: 'applied' },
    { id: rejected?.id ?? 0, result: 'reject' },
  ]);
  const found = await selectDeliveryStatesOfOrders(portal.parts.db, [orderId]);
  expect(Object.fromEntries(found.map(({ position, state }) => [position, state]))).toEqual({
    1: 'delivered',
    2: 'problem',
    3: 'on_its_way',
    4: 'on_its_way',
  });
  expect(await selectDeliveryStatesOfOrders(portal.parts.db, [])).toEqual([]);
});

describe('staff', () => {
  test('can retry a dead delivery, which then has eleven failures left', async () => {
    await queueItems(portal, 1);
    const id = await makeDead();
    await byStaff(retryDeadDelivery, id);
    for (let failure = 1; failure <= 11; failure += 1) {
      expect((await leaseOne()).id).toBe(id);
      const outcome = await portal.acknowledge([{ id, result: 'retry' }]);
      expect(outcome).toEqual([failure === 11 ? 'dead' : 'rescheduled']);
      await makeAllDue(portal.parts.db);
    }
  });

  test('who retried a delivery still see it revoked with its order', async () => {
    const { orderId } = await queueOrder(portal);
    await byStaff(retryDeadDelivery, await makeDead());
    await withdraw(orderId);
    expect(await states()).toEqual(['grant cancelled', 'revoke pending']);
  });

  test('can mark as delivered what they gave manually', async () => {
    const { orderId } = await queueOrder(portal);
    const id = await makeDead();
    await byStaff(markDelivered, id);
    expect(await lineStates(orderId)).toEqual(['delivered']);
    expect((await readDeliveries(portal.parts.db))[0]).toMatchObject({
      lastDetail: 'delivered by staff',
      settledAt: expect.any(Date),
    });
  });

  test('can cancel a waiting delivery, and revoke what may have been applied although its confirmation was lost', async () => {
    await queueItems(portal, 3);
    const dead = await makeDead();
    const { id: leased } = await leaseOne();
    const [, , waiting] = await readDeliveries(portal.parts.db);
    for (const id of [dead, leased, waiting?.id ?? 0]) await byStaff(cancelDelivery, id);
    expect(await states()).toEqual([...Array(3).fill('grant cancelled'), 'revoke pending', 'revoke pending']);
  });

  test('cannot cancel a revocation', async () => {
    await queueItems(portal, 1);
    const { id } = await leaseOne();
    await byStaff(cancelDelivery, id);
    const [, revocation] = await readDeliveries(portal.parts.db);
    await expect(byStaff(cancelDelivery, revocation?.id ?? 0)).rejects.toMatchObject({ code: 'conflict' });
    expect(await states()).toEqual(['grant cancelled', 'revoke pending']);
  });

  test('are refused actions that the state does not allow, and nothing changes', async () => {
    await queueItems(portal, 2);
    const { id: applied } = await leaseOne();
    await portal.acknowledge([{ id: applied, result: 'applied' }]);
    const { id: leased } = await leaseOne();
    const before = await readDeliveries(portal.parts.db);
    for (const act of [retryDeadDelivery, markDelivered]) {
      for (const id of [applied, leased]) {
        await expect(byStaff(act, id)).rejects.toMatchObject({ code: 'conflict' });
      }
    }
    await expect(byStaff(cancelDelivery, applied)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This delivery has reached the game and cannot be cancelled.',
    });
    for (const act of [retryDeadDelivery, markDelivered, cancelDelivery]) {
      await expect(byStaff(act, 987_654_321)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await readDeliveries(portal.parts.db)).toEqual(before);
  });

  test('who decide differently at the same time get one decision', async () => {
    await queueItems(portal, 1);
    const id = await makeDead();
    const acts = [retryDeadDelivery, markDelivered, retryDeadDelivery, markDelivered];
    const decided = await Promise.allSettled(acts.map((act) => byStaff(act, id)));
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
