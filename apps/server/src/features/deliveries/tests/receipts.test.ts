import type { Acknowledgement, Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAllDue, queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import {
  markDelivered,
  observeDeliveries,
  retryDeadDelivery,
} from '#features/deliveries/dead-deliveries.service.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal();
observeDeliveries(portal.parts.metrics, portal.parts.db);
beforeEach(() => portal.parts.db.delete(deliveries));

const { db } = portal.parts;
const only = async () => (await readDeliveries(db))[0];
const leaseOne = async (): Promise<Delivery> => {
  const [delivery] = await portal.lease(1);
  if (!delivery) throw new Error('Nothing was due.');
  return delivery;
};
const receiptOf = ({ accountDBID, kind, itemId, quantity }: Delivery): Receipt => ({
  accountDBID,
  kind,
  itemId,
  quantity,
});
const withdraw = (orderId: number) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
const answer = ({ id }: Delivery, result: Acknowledgement['result'], receipt?: Receipt) =>
  portal.acknowledge([{ id, result, ...(receipt && { receipt }) }]);

test.each(['applied', 'duplicate', 'reject', 'retry'] as const)(
  'the answer %s to a delivery that was never sent changes nothing',
  async (result) => {
    // A restored portal counts ids again, while the game still reports what it applied for an earlier one.
    const [row] = await queueItems(portal, 1);
    const [{ id } = { id: 0 }] = await readDeliveries(db);
    const receipt = { accountDBID: row?.accountId ?? 0, kind: 'item', itemId: 1, quantity: 1 };
    expect(await portal.acknowledge([{ id, result }])).toEqual(['unchanged']);
    expect(await portal.acknowledge([{ id, result, receipt }])).toEqual(['unchanged']);
    expect(await only()).toMatchObject({ state: 'pending', attempts: 0, leases: 0 });
    expect(await leaseOne()).toMatchObject({ id });
  },
);

describe('a duplicate of a delivery that was never leased before', () => {
  test('waits for staff, also when the acknowledgement is repeated', async () => {
    await queueItems(portal, 1);
    const delivery = await leaseOne();
    expect(await answer(delivery, 'duplicate')).toEqual(['dead']);
    expect(await answer(delivery, 'duplicate')).toEqual(['unchanged']);
    expect(await only()).toMatchObject({ state: 'dead', failure: 'suspicious_duplicate', leases: 1 });
  });

  test('stays suspicious after a retry, until the game applies it or shows its receipt', async () => {
    await queueItems(portal, 1);
    const delivery = await leaseOne();
    for (const _ of [1, 2]) {
      await answer(delivery, 'duplicate');
      await db.transaction((tx) => retryDeadDelivery(tx, delivery.id));
      await leaseOne();
    }
    expect(await answer(delivery, 'duplicate')).toEqual(['dead']);
    expect(await answer(delivery, 'duplicate', receiptOf(delivery))).toEqual(['settled']);
    expect(await only()).toMatchObject({ state: 'applied', failure: null });
  });

  test.each([
    ['matching', {}, 'applied', null],
    ['of another account', { accountDBID: 999_999 }, 'dead', 'mismatch'],
    ['of another item', { itemId: 2 }, 'dead', 'mismatch'],
    ['without an item', { itemId: null }, 'dead', 'mismatch'],
    ['of another kind', { kind: 'club_days' }, 'dead', 'mismatch'],
    ['of no kind there is', { kind: 'dragon\0\ud800' }, 'dead', 'mismatch'],
    ['of another quantity', { quantity: 5 }, 'dead', 'mismatch'],
  ] as const)('with a receipt %s', async (_, changes, state, failure) => {
    await queueItems(portal, 1);
    const delivery = await leaseOne();
    await answer(delivery, 'duplicate', { ...receiptOf(delivery), ...changes });
    expect(await only()).toMatchObject({ state, failure });
  });

  test('with a receipt of something without an id is compared as well', async () => {
    await queueItems(portal, 1, { kind: 'club_days', itemId: null, quantity: 30 });
    const delivery = await leaseOne();
    expect(await answer(delivery, 'duplicate', receiptOf(delivery))).toEqual(['settled']);
  });
});

describe('an old game that sends no receipts', () => {
  test('settles what it had applied when its acknowledgement was lost', async () => {
    await queueItems(portal, 1);
    await leaseOne();
    await makeAllDue(db);
    expect(await answer(await leaseOne(), 'duplicate')).toEqual(['settled']);
    expect(await only()).toMatchObject({ state: 'applied', leases: 2 });
  });

  test('settles what it had answered with `retry` before', async () => {
    await queueItems(portal, 1);
    await answer(await leaseOne(), 'retry');
    await makeAllDue(db);
    expect(await answer(await leaseOne(), 'duplicate')).toEqual(['settled']);
  });
});

test.each(['applied', 'reject'] as const)(
  'with a receipt that does not match, a delivery never counts as delivered (%s)',
  async (result) => {
    await queueItems(portal, 1);
    const delivery = await leaseOne();
    const receipt = { ...receiptOf(delivery), accountDBID: delivery.accountDBID + 1 };
    expect(await answer(delivery, result, receipt)).toEqual(['dead']);
    expect(await answer(delivery, 'duplicate', receipt)).toEqual(['unchanged']);
    expect(await only()).toMatchObject({ state: 'dead', failure: 'mismatch' });
  },
);

test('failures have a reason each, in the list of the metric', async () => {
  await queueItems(portal, 4);
  const [a, b, c, d] = await portal.lease();
  if (!a || !b || !c || !d) throw new Error('Nothing was due.');
  await answer(a, 'reject');
  await answer(b, 'duplicate');
  await answer(c, 'applied', { ...receiptOf(c), quantity: 9 });
  await db.update(deliveries).set({ attempts: 11 });
  await answer(d, 'retry');
  const failures = (await readDeliveries(db)).map(({ failure }) => failure);
  expect(failures).toEqual(['rejected', 'suspicious_duplicate', 'mismatch', 'exhausted']);
  const { body } = await portal.parts.metrics.render();
  for (const failure of failures)
    expect(body).toContain(`waygate_deliveries_dead_by_failure{failure="${failure}"} 1\n`);
});

describe('a refund of a grant', () => {
  test('that staff marked as delivered is sent to the game, and reported', async () => {
    const { orderId } = await queueOrder(portal);
    const delivery = await leaseOne();
    await answer(delivery, 'reject');
    await db.transaction((tx) => markDelivered(tx, delivery.id));
    expect(await withdraw(orderId)).toEqual({ isAnySeenByGame: true, markedDelivered: 1, waiting: 0 });
    expect(await readDeliveries(db)).toMatchObject([
      { state: 'applied', isMarkedDelivered: true, failure: null },
      { state: 'pending', effect: 'revoke' },
    ]);
    expect(await leaseOne()).toMatchObject({ effect: 'revoke', revokesKey: delivery.idempotencyKey });
  });

  test('that staff marked as delivered waits for staff, if its key means something else in the game', async () => {
    const { orderId } = await queueOrder(portal);
    const delivery = await leaseOne();
    await answer(delivery, 'duplicate');
    await db.transaction((tx) => markDelivered(tx, delivery.id));
    expect(await withdraw(orderId)).toEqual({ isAnySeenByGame: true, markedDelivered: 0, waiting: 1 });
    expect(await portal.lease()).toEqual([]);
  });

  test.each(['duplicate', 'applied'] as const)(
    'whose key means something else in the game takes nothing away by itself (%s)',
    async (result) => {
      const { orderId } = await queueOrder(portal);
      const delivery = await leaseOne();
      const foreign = { ...receiptOf(delivery), accountDBID: delivery.accountDBID + 1 };
      await answer(delivery, result, result === 'applied' ? foreign : undefined);
      expect(await withdraw(orderId)).toEqual({ isAnySeenByGame: true, markedDelivered: 0, waiting: 1 });
      const failure = result === 'applied' ? 'mismatch' : 'suspicious_duplicate';
      expect(await readDeliveries(db)).toMatchObject([
        { effect: 'grant', state: 'cancelled' },
        { effect: 'revoke', state: 'dead', failure },
      ]);
      expect(await portal.lease()).toEqual([]);
    },
  );

  test('with a key from before, of any length, gets a key that fits into 64 characters, once', async () => {
    const { orderId } = await queueOrder(portal);
    await db.execute(`alter table deliveries drop constraint deliveries_key_length`);
    await db.update(deliveries).set({ idempotencyKey: `pack:${'x'.repeat(70)}` });
    await leaseOne();
    await Promise.all([withdraw(orderId), withdraw(orderId)]);
    await withdraw(orderId);
    const keys = (await readDeliveries(db)).map(({ idempotencyKey }) => idempotencyKey.length);
    expect(keys).toEqual([75, 55]);
    await db.delete(deliveries);
    await db.execute(
      `alter table deliveries add constraint deliveries_key_length check (length(idempotency_key) <= 64)`,
    );
  });
});

test('the database refuses keys of more than 64 characters', async () => {
  await queueItems(portal, 1, { idempotencyKey: 'k'.repeat(64) });
  await expect(queueItems(portal, 1, { idempotencyKey: 'k'.repeat(65) })).rejects.toMatchObject({
    cause: { constraint: 'deliveries_key_length' },
  });
});
