import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxWorld, createStripeWorld, type PaymentWorld } from '#test/payment-worlds.ts';
import {
  checkout,
  coinsOf,
  createOrderStaff,
  deliveriesOf,
  GRANTED,
  orderIn,
  readOrder,
  startOrder,
  statesOf,
} from '#test/shop-journeys.ts';
import { paymentTransactions } from '#features/orders/orders.tables.ts';
import { collectTransactions } from '#features/orders/revenue/transactions.service.ts';
import { refundOrder } from '#features/orders/admin/order-refunds.service.ts';

const WITHDRAWN = GRANTED.map((line) => line.replace('pending', 'cancelled'));

describe.each([
  ['Stripe', createStripeWorld],
  ['the sandbox', createSandboxWorld],
])('an order sold by %s', (_, createWorld) => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  async function startPaid() {
    const started = await startOrder(world);
    await world.happen(started.sessionId, 'pay');
    await orderIn(world, started.orderId, 'paid');
    return started;
  }

  test('is delivered once it is paid', async () => {
    const { buyer, orderId } = await startPaid();
    expect(await statesOf(world, orderId)).toEqual(['creating', 'pending', 'paid']);
    expect(await deliveriesOf(world, orderId)).toEqual(GRANTED);
    expect(await coinsOf(world, buyer.id)).toBe(500);
  });

  test('keeps the consent, and what it earned after the fee', async () => {
    const { orderId, sessionId } = await startPaid();
    expect((await readOrder(world, orderId)).termsAcceptedAt).not.toBeNull();
    await world.happen(sessionId, 'refund', 100);
    await orderIn(world, orderId, 'partially_refunded');
    await collectTransactions(world.parts);
    const rows = await world.parts.db
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.orderId, orderId));
    expect(
      rows.map(({ kind, amountCents, feeCents, netCents }) => [kind, amountCents, feeCents, netCents]),
    ).toEqual(
      expect.arrayContaining([
        ['payment', 499, 32, 467],
        ['refund', -100, 0, -100],
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  test('stays open when the card is declined, for another card', async () => {
    const { buyer, productId, orderId, sessionId } = await startOrder(world);
    await world.happen(sessionId, 'decline');
    expect((await checkout(world, buyer, productId)).sessionId).toBe(sessionId);
    await world.happen(sessionId, 'pay');
    await orderIn(world, orderId, 'paid');
    expect(await deliveriesOf(world, orderId)).toEqual(GRANTED);
  });

  test('waits for a pending payment and is delivered when it succeeds', async () => {
    const { orderId, sessionId } = await startOrder(world);
    await world.happen(sessionId, 'pay_later');
    await orderIn(world, orderId, 'processing');
    expect(await deliveriesOf(world, orderId)).toEqual([]);
    await world.happen(sessionId, 'succeed');
    await orderIn(world, orderId, 'paid');
    expect(await deliveriesOf(world, orderId)).toEqual(GRANTED);
  });

  test('fails when a pending payment fails', async () => {
    const { orderId, sessionId } = await startOrder(world);
    await world.happen(sessionId, 'pay_later');
    await orderIn(world, orderId, 'processing');
    await world.happen(sessionId, 'fail');
    await orderIn(world, orderId, 'failed');
    expect(await deliveriesOf(world, orderId)).toEqual([]);
  });

  test('expires with its checkout', async () => {
    const { buyer, productId, orderId, sessionId } = await startOrder(world);
    await world.happen(sessionId, 'expire');
    await orderIn(world, orderId, 'expired');
    expect((await checkout(world, buyer, productId)).id).not.toBe(orderId);
  });

  test('is revoked on a full refund, and not before', async () => {
    const { buyer, orderId, sessionId } = await startPaid();
    await world.happen(sessionId, 'refund', 99);
    expect(await orderIn(world, orderId, 'partially_refunded')).toMatchObject({ refundedCents: 99 });
    expect(await deliveriesOf(world, orderId)).toEqual(GRANTED);
    await world.happen(sessionId, 'refund', 400);
    expect(await orderIn(world, orderId, 'refunded')).toMatchObject({ refundedCents: 499 });
    expect(await deliveriesOf(world, orderId)).toEqual(WITHDRAWN);
    expect(await coinsOf(world, buyer.id)).toBe(0);
  });

  test('is revoked when the portal itself refunds it', async () => {
    const { orderId } = await startPaid();
    const staff = await createOrderStaff(world);
    const form = () => ({ orderId, requestId: randomUUID(), reason: 'Bought twice' });
    const part = { ...form(), amountCents: 99 };
    expect(await refundOrder(world.parts, staff, part)).toBe('partially_refunded');
    expect(await refundOrder(world.parts, staff, part)).toBe('partially_refunded');
    expect(await readOrder(world, orderId)).toMatchObject({ refundedCents: 99 });
    expect(await refundOrder(world.parts, staff, form())).toBe('refunded');
    await expect(refundOrder(world.parts, staff, form())).rejects.toMatchObject({ code: 'conflict' });
    expect(await readOrder(world, orderId)).toMatchObject({ refundedCents: 499 });
    expect(await deliveriesOf(world, orderId)).toEqual(WITHDRAWN);
  });

  test('stays delivered when a dispute is won', async () => {
    const { orderId, sessionId } = await startPaid();
    await world.happen(sessionId, 'dispute');
    await orderIn(world, orderId, 'disputed');
    await world.happen(sessionId, 'win');
    await orderIn(world, orderId, 'paid');
    expect(await deliveriesOf(world, orderId)).toEqual(GRANTED);
  });

  test('is revoked when a dispute is lost', async () => {
    const { buyer, orderId, sessionId } = await startPaid();
    await world.happen(sessionId, 'dispute');
    await orderIn(world, orderId, 'disputed');
    await world.happen(sessionId, 'lose');
    await orderIn(world, orderId, 'charged_back');
    expect(await deliveriesOf(world, orderId)).toEqual(WITHDRAWN);
    expect(await coinsOf(world, buyer.id)).toBe(0);
  });
});
