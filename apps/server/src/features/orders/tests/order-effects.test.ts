import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { decideOrder, previewRefund, refundOrder } from '#features/orders/admin/order-refunds.service.ts';
import { previewReview } from '#features/orders/admin/order-reviews.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { attachUnmatched, previewAttach } from '#features/orders/unmatched/attach-unmatched.service.ts';
import { selectUnmatched } from '#features/orders/unmatched/unmatched.queries.ts';
import { noteUnmatchedPayment } from '#features/orders/unmatched/record-unmatched.service.ts';
import { postTransaction } from '#features/ledger/ledger.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  coinsOf,
  createOrderStaff,
  deliveriesOf,
  GRANTED,
  openOtherSession,
  readOrder,
  startOrder,
  startPaidOrder,
  useShop,
} from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const staff = await createOrderStaff(shop);
const reason = 'Bought twice';

type Started = Awaited<ReturnType<typeof startPaidOrder>>;

const preview = (orderId: number, amountCents?: number) =>
  previewRefund(shop.parts, staff, { orderId, ...(amountCents !== undefined && { amountCents }) });
const refund = (orderId: number, input: Partial<Parameters<typeof refundOrder>[2]> = {}) =>
  refundOrder(shop.parts, staff, { orderId, requestId: randomUUID(), reason, ...input });
const previewOf = (orderId: number, decision: 'deliver' | 'refund' | 'cancel') =>
  previewReview(requireOpenShop(shop.parts), staff, { orderId, decision });
const decide = (orderId: number, input: Omit<Parameters<typeof decideOrder>[2], 'orderId' | 'reason'>) =>
  decideOrder(shop.parts, staff, { orderId, reason, ...input });

const changesOf = async ({ orderId }: Started) =>
  (await preview(orderId)).deliveries.map(({ change }) => change);
const spend = ({ buyer }: Started, amount: number) =>
  db.transaction((tx) =>
    postTransaction(tx, {
      idempotencyKey: `spent:${randomUUID()}`,
      reason: 'game',
      entries: [{ accountId: buyer.id, currency: 'premium', amount: -amount }],
    }),
  );
const deliver = ({ orderId }: Started, changes = sql``) =>
  db.execute(
    sql`update deliveries set state = 'applied', leases = 1, settled_at = now() ${changes} where order_id = ${orderId}`,
  );

async function startReview(changes: Parameters<typeof shop.stripe.books.tamper>[1]) {
  const started = await startOrder(shop);
  shop.stripe.books.pay(started.sessionId);
  shop.stripe.books.tamper(started.sessionId, changes);
  expect(await settleOrder(shop.parts, started.orderId)).toBe('review');
  return started;
}

describe('the preview of a refund', () => {
  test('names money, coins, club, package and deliveries, which then come to pass', async () => {
    const started = await startPaidOrder(shop);
    const expected = await preview(started.orderId);
    expect(expected).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 4.99, currency: 'eur' }],
      coins: [{ coin: 'premium', label: '500 coins', amount: -500, balance: 0 }],
      club: { before: expect.any(String), after: expect.any(String) },
      packages: [{ name: 'founder', change: 'revoked' }],
      deliveries: [
        { kind: 'item', label: '2 lanterns', quantity: 2, change: 'cancelled' },
        { kind: 'club_days', change: 'cancelled' },
        { kind: 'founder_package', change: 'cancelled' },
      ],
    });
    // Nothing was written.
    expect([await coinsOf(shop, started.buyer.id), await deliveriesOf(shop, started.orderId)]).toEqual([
      500,
      GRANTED,
    ]);
    expect(await refund(started.orderId, { expected })).toBe('refunded');
    expect(await coinsOf(shop, started.buyer.id)).toBe(0);
    expect(await deliveriesOf(shop, started.orderId)).toEqual(
      GRANTED.map((line) => line.replace('pending', 'cancelled')),
    );
  });

  test('says that a part revokes nothing, and that the part which is left revokes everything', async () => {
    const { buyer, orderId } = await startPaidOrder(shop);
    const part = await preview(orderId, 200);
    expect(part).toMatchObject({
      state: 'partially_refunded',
      refunds: [{ amount: 2 }],
      coins: [],
      deliveries: [],
    });
    expect(await refund(orderId, { amountCents: 200, expected: part })).toBe('partially_refunded');
    const rest = await preview(orderId);
    expect(rest).toMatchObject({ state: 'refunded', refunds: [{ amount: 2.99 }], coins: [{ amount: -500 }] });
    expect(await refund(orderId, { expected: rest })).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });

  test('shows the balance that falls below zero when the coins were spent', async () => {
    const started = await startPaidOrder(shop);
    await spend(started, 450);
    const expected = await preview(started.orderId);
    expect(expected.coins).toEqual([{ coin: 'premium', label: '500 coins', amount: -500, balance: -450 }]);
    await refund(started.orderId, { expected });
    expect(await coinsOf(shop, started.buyer.id)).toBe(-450);
  });

  test('tells what the game takes back from what it may not find', async () => {
    const delivered = await startPaidOrder(shop);
    await deliver(delivered);
    expect(await changesOf(delivered)).toEqual(['revoked', 'revoked', 'revoked']);
    await db.execute(sql`update deliveries set collected_at = now() where order_id = ${delivered.orderId}`);
    expect(await changesOf(delivered)).toEqual(['collected', 'collected', 'collected']);
    await db.execute(
      sql`update deliveries set is_marked_delivered = true where order_id = ${delivered.orderId}`,
    );
    expect(await changesOf(delivered)).toEqual(['by_hand', 'by_hand', 'by_hand']);
  });

  test('keeps a package that another order gives too', async () => {
    const { buyer, orderId } = await startPaidOrder(shop);
    await db.execute(sql`
      insert into account_packs (account_id, pack, grant_key)
      select ${buyer.id}, 'founder', idempotency_key from deliveries where order_id = ${orderId} limit 1`);
    expect((await preview(orderId)).packages).toEqual([{ name: 'founder', change: 'kept' }]);
  });
});

test('a refund is refused when its numbers changed after they were shown', async () => {
  const started = await startPaidOrder(shop);
  const { orderId } = started;
  const expected = await preview(orderId);
  await spend(started, 100);
  await expect(refund(orderId, { expected })).rejects.toMatchObject({ code: 'conflict' });
  expect(shop.stripe.books.refundedCents(started.sessionId)).toBe(0);
  await refund(orderId, { expected: await preview(orderId) });
  expect(await coinsOf(shop, started.buyer.id)).toBe(-100);
});

test('two members of staff who saw the same numbers refund once', async () => {
  const { orderId, sessionId } = await startPaidOrder(shop);
  const expected = await preview(orderId, 300);
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => refund(orderId, { amountCents: 300, seenRefundedCents: 0, expected })),
  );
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(shop.stripe.books.refundedCents(sessionId)).toBe(300);
});

test('the preview of a disputed payment says that it cannot be refunded', async () => {
  const { orderId, sessionId } = await startPaidOrder(shop);
  shop.stripe.books.dispute(sessionId, 'needs_response');
  await expect(preview(orderId)).rejects.toMatchObject({ code: 'conflict', message: /disputes/ });
});

describe('the preview of a review', () => {
  test('of a delivery is what is then granted, once', async () => {
    const { buyer, orderId } = await startReview({ amount_total: 450 });
    const expected = await previewOf(orderId, 'deliver');
    expect(expected).toMatchObject({
      state: 'paid',
      refunds: [],
      coins: [{ amount: 500, balance: 500 }],
      packages: [{ name: 'founder', change: 'granted' }],
      deliveries: [{ change: 'sent' }, { change: 'sent' }, { change: 'sent' }],
    });
    expect([await coinsOf(shop, buyer.id), (await readOrder(shop, orderId)).state]).toEqual([0, 'review']);
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => decide(orderId, { decision: 'deliver', expected })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([500, GRANTED]);
  });

  test('of a refund names every payment, and what it revokes', async () => {
    const started = await startPaidOrder(shop);
    const { buyer, orderId } = started;
    const other = openOtherSession(shop, await readOrder(shop, orderId));
    shop.stripe.books.pay(other);
    await recordOtherSession(requireOpenShop(shop.parts), { orderId, sessionId: other });
    const expected = await previewOf(orderId, 'refund');
    expect(expected).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 4.99 }, { amount: 4.99 }],
      coins: [{ amount: -500, balance: 0 }],
    });
    expect(await decide(orderId, { decision: 'refund', expected })).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });

  test('is refused with the same words as the decision, and leaves an open checkout open', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    await db.execute(
      sql`update orders set state = 'review', review_reason = 'wrong_amount' where id = ${orderId}`,
    );
    const effects = await previewOf(orderId, 'cancel');
    expect(effects.state).toBe('cancelled');
    await expect(previewOf(orderId, 'refund')).rejects.toMatchObject({ code: 'conflict' });
    // So does a decision that is refused, since its numbers have changed.
    const expected = { ...effects, state: 'paid' } as const;
    await expect(decide(orderId, { decision: 'cancel', expected })).rejects.toMatchObject({
      code: 'conflict',
    });
    shop.stripe.books.pay(sessionId);
    await expect(previewOf(orderId, 'cancel')).rejects.toMatchObject({ message: /Refund it instead/ });
  });
});

test('the preview of attaching a payment is what the account then gets, and another product is refused', async () => {
  const { order, productId } = await startOrder(shop);
  const reference = `${order.reference.slice(0, -32)}${randomUUID().replaceAll('-', '')}`;
  const sessionId = openOtherSession(shop, { ...order, reference });
  shop.stripe.books.pay(sessionId);
  const seen = { reference, sessionId, paymentIntentId: null };
  const id = (await noteUnmatchedPayment(requireOpenShop(shop.parts), seen)) ?? 0;
  const { id: accountId } = await createSignedInPlayer(shop);
  const attachment = { id, accountId, productId };
  const before = await selectUnmatched(db, { id });
  const expected = await previewAttach(shop.parts, staff, attachment);
  // The preview wrote nothing.
  expect(await selectUnmatched(db, { id })).toEqual(before);
  expect(expected).toMatchObject({
    state: 'paid',
    coins: [{ amount: 500, balance: 500 }],
    deliveries: [{ change: 'sent' }, { change: 'sent' }, { change: 'sent' }],
  });
  const changed = { ...expected, coins: [] };
  await expect(
    attachUnmatched(shop.parts, staff, { ...attachment, expected: changed, reason }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await attachUnmatched(shop.parts, staff, { ...attachment, expected, reason });
  expect(await coinsOf(shop, accountId)).toBe(500);
});
