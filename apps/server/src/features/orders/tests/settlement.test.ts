import { ORDER_TRANSITIONS } from '@waygate/contract/orders/orders.schemas';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { markDelivered } from '#features/deliveries/dead-deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { orderEvents } from '#features/orders/orders.tables.ts';
import { postTransaction } from '#features/ledger/ledger.service.ts';
import { products } from '#features/products/products.tables.ts';
import { createSignedInPlayer, until } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { countLockWaits } from '#test/locks.ts';
import {
  checkout,
  coinsOf,
  useShop,
  deliveriesOf,
  GRANTED,
  readOrder,
  startOrder,
  startPaidOrder,
  statesOf,
} from '#test/shop-journeys.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const captured = captureLog('warn');
const shop = await useShop({ isWorker: false, log: captured.log });

const settle = (orderId: number) => settleOrder(shop.parts, orderId);
const setDelivery = (orderId: number, line: number, changes: Partial<typeof deliveries.$inferInsert>) =>
  shop.parts.db
    .update(deliveries)
    .set(changes)
    .where(and(eq(deliveries.orderId, orderId), eq(deliveries.orderLinePosition, line)));
const readAccount = async (id: number) => {
  const [row] = await shop.parts.db.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error('The account is gone.');
  return row;
};
const clubDaysLeft = async (id: number) => {
  const { agaiaClubExpiresAt } = await readAccount(id);
  // Never minus zero.
  return Math.round((Number(agaiaClubExpiresAt) - Date.now()) / 86_400_000) + 0;
};
const setStock = (productId: number, stock: number) =>
  shop.parts.db.update(products).set({ stock }).where(eq(products.id, productId));

const queued = async (name: string) => {
  const { rows } = await shop.parts.db.execute<{ data: { orderId: number } }>(
    sql`select data from pgboss.job where name = ${name} order by created_on`,
  );
  return rows.map(({ data }) => data);
};
const makeDue = (orderId: number) =>
  shop.parts.db.execute(
    sql`update orders set checked_at = now() - interval '10 minutes' where id = ${orderId}`,
  );

const WITHDRAWN = ['line:1 grant cancelled', 'line:2 grant cancelled', 'line:3 grant cancelled'];

test('the database refuses every state change that the contract does not list', async () => {
  const { rows } = await shop.parts.db.execute<{ from: string; to: string[] }>(sql`
    select from_state as from, array_agg(to_state order by to_state) as to from order_transitions group by 1`);
  const inDatabase = Object.fromEntries(rows.map(({ from, to }) => [from, to]));
  const inContract = Object.fromEntries(
    Object.entries(ORDER_TRANSITIONS).map(([from, to]) => [from, to.toSorted()]),
  );
  expect(inDatabase).toEqual(inContract);
  const { orderId } = await startOrder(shop);
  await expect(
    shop.parts.db.execute(sql`update orders set state = 'refunded' where id = ${orderId}`),
  ).rejects.toMatchObject({ cause: { code: '23514' } });
});

describe('a payment', () => {
  test('grants coins, club and package immediately and the rest in the game, once for 50 callers', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    const states = await Promise.all(Array.from({ length: 50 }, () => settle(orderId)));
    expect(new Set(states)).toEqual(new Set(['paid']));
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await clubDaysLeft(buyer.id)).toBe(30);
    expect(await readAccount(buyer.id)).toMatchObject({ hasClaimedFounderPackage: true });
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
    expect(await readOrder(shop, orderId)).toMatchObject({ paidAt: expect.any(Date) });
  });

  test('that is delayed is first processing, then paid or failed', async () => {
    const { books } = shop.stripe;
    const [good, bad] = [await startOrder(shop), await startOrder(shop, { stock: 1 })];
    for (const { sessionId, orderId } of [good, bad]) {
      books.payLater(sessionId);
      expect(await settle(orderId)).toBe('processing');
      expect(await deliveriesOf(shop, orderId)).toEqual([]);
    }
    books.succeedLater(good.sessionId);
    books.failLater(bad.sessionId);
    expect(await settle(good.orderId)).toBe('paid');
    expect(await settle(bad.orderId)).toBe('failed');
    expect(await readOrder(shop, bad.orderId)).toMatchObject({ stock: 'released' });
    expect(await coinsOf(shop, bad.buyer.id)).toBe(0);
  });

  test('is honoured for an account that was banned meanwhile', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    await shop.parts.db.insert(bans).values({ accountId: buyer.id, description: 'bot' });
    shop.stripe.books.pay(sessionId);
    expect(await settle(orderId)).toBe('paid');
    expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
  });

  test('protects its account: one with orders cannot be deleted from the database', async () => {
    const { buyer } = await startPaidOrder(shop);
    await expect(shop.parts.db.delete(accounts).where(eq(accounts.id, buyer.id))).rejects.toMatchObject({
      cause: { code: '23503' },
    });
  });

  test('takes its unit again after the order expired', async () => {
    const { productId, orderId, sessionId } = await startOrder(shop, { stock: 2 });
    shop.stripe.books.expire(sessionId);
    await settle(orderId);
    shop.stripe.books.pay(sessionId);
    expect(await settle(orderId)).toBe('paid');
    const [product] = await shop.parts.db.select().from(products).where(eq(products.id, productId));
    expect(product?.stock).toBe(1);
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'expired', 'paid']);
  });

  test('opens a review with an alert after the last unit was sold to somebody else', async () => {
    const { productId, buyer, orderId, sessionId } = await startOrder(shop, { stock: 1 });
    shop.stripe.books.expire(sessionId);
    await settle(orderId);
    await checkout(shop, await createSignedInPlayer(shop), productId);
    shop.stripe.books.pay(sessionId);
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'stock_gone' });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(captured.lines()).toContainEqual(
      expect.objectContaining({ orderId, reason: 'stock_gone', level: 40 }),
    );
    await setStock(productId, 5);
    expect(await settle(orderId)).toBe('review');
    shop.stripe.books.refund(sessionId);
    expect(await settle(orderId)).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });
});

describe('an order goes to review and nothing is delivered', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a smaller amount', { amount_total: 1 }, 'wrong_amount'],
    ['a larger amount', { amount_total: 50_000 }, 'wrong_amount'],
    ['no amount', { amount_total: null }, 'wrong_amount'],
    ['another currency', { currency: 'usd' }, 'wrong_currency'],
    ['another mode', { mode: 'setup' }, 'wrong_mode'],
    ['real money in a test', { livemode: true }, 'wrong_livemode'],
    ['another order', { client_reference_id: 'waygate-order-1' }, 'wrong_order'],
    ['no order', { client_reference_id: null }, 'wrong_order'],
    ['nothing to pay', { payment_status: 'no_payment_required' }, 'no_payment_required'],
  ])('for %s', async (_, tampered, reason) => {
    await startOrder(shop);
    const { buyer, orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, tampered);
    expect(await settle(orderId)).toBe('review');
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: reason, fulfilledAt: null });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual([]);
  });

  test('for a session that the provider does not know', async () => {
    const { orderId } = await startOrder(shop);
    await shop.parts.db.execute(
      sql`update orders set session_id = 'cs_test_gone' || id where id = ${orderId}`,
    );
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'session_missing' });
  });

  test('but not for an unknown payment status, which is asked for again', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.tamper(sessionId, { payment_status: 'paid_in_kind' });
    await expect(settle(orderId)).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'pending' });
  });
});

describe('a refund', () => {
  test('in part keeps the items, and the rest of it revokes them once', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.refund(sessionId, 200);
    expect(await settle(orderId)).toBe('partially_refunded');
    shop.stripe.books.refund(sessionId, 100);
    await settle(orderId);
    expect(await readOrder(shop, orderId)).toMatchObject({ refundedCents: 300 });
    expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([500, GRANTED]);

    shop.stripe.books.refund(sessionId);
    await Promise.all(Array.from({ length: 20 }, () => settle(orderId)));
    expect(await readOrder(shop, orderId)).toMatchObject({ state: 'refunded', refundedCents: 499 });
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await clubDaysLeft(buyer.id)).toBe(0);
    expect(await readAccount(buyer.id)).toMatchObject({ hasClaimedFounderPackage: false });
    expect(await deliveriesOf(shop, orderId)).toEqual(WITHDRAWN);
  });

  test('of spent coins makes the balance negative', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    const spent = { accountId: buyer.id, currency: 'premium' as const, amount: -450 };
    await shop.parts.db.transaction((tx) =>
      postTransaction(tx, { idempotencyKey: `spent ${orderId}`, reason: 'test', entries: [spent] }),
    );
    shop.stripe.books.refund(sessionId);
    await settle(orderId);
    expect(await coinsOf(shop, buyer.id)).toBe(-450);
  });

  test('before the delivery cancels it, and revokes what the game may have applied', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    await setDelivery(orderId, 1, { state: 'applied' });
    await setDelivery(orderId, 2, { state: 'leased' });
    shop.stripe.books.refund(sessionId);
    await settle(orderId);
    expect(await deliveriesOf(shop, orderId)).toEqual([
      'line:1 grant applied',
      'line:1:revoke revoke pending',
      'line:2 grant cancelled',
      'line:2:revoke revoke pending',
      'line:3 grant cancelled',
    ]);
  });

  test('of what staff marked as delivered sends the revocation, and notes it for staff', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    await setDelivery(orderId, 1, { state: 'dead', failure: 'rejected', leases: 1 });
    const [marked] = await shop.parts.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
    await shop.parts.db.transaction((tx) => markDelivered(tx, marked?.id ?? 0));
    await setDelivery(orderId, 2, { state: 'dead', failure: 'suspicious_duplicate', leases: 1 });
    shop.stripe.books.refund(sessionId);
    await settle(orderId);
    expect(await deliveriesOf(shop, orderId)).toEqual([
      'line:1 grant applied',
      'line:1:revoke revoke pending',
      'line:2 grant cancelled',
      'line:2:revoke revoke dead',
      'line:3 grant cancelled',
    ]);
    const events = await shop.parts.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    const reasons = events.map(({ reason }) => reason);
    for (const reason of ['taken back', 'marked_delivered_revoked', 'revocation_waits'])
      expect(reasons.filter((each) => each === reason)).toHaveLength(1);
  });

  test('that arrives together with the payment grants nothing', async () => {
    const { buyer, orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.refund(sessionId);
    expect(await settle(orderId)).toBe('refunded');
    expect(await statesOf(shop, orderId)).toEqual(['creating', 'pending', 'paid', 'refunded']);
    expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([0, []]);
  });

  test('keeps a package that another order also granted', async () => {
    const { buyer, productId, orderId, sessionId } = await startPaidOrder(shop);
    const second = await checkout(shop, buyer, productId);
    shop.stripe.books.pay(second.sessionId ?? '');
    await settle(second.id);
    expect(await clubDaysLeft(buyer.id)).toBe(60);
    shop.stripe.books.refund(sessionId);
    await settle(orderId);
    expect(await readAccount(buyer.id)).toMatchObject({ hasClaimedFounderPackage: true });
    expect(await clubDaysLeft(buyer.id)).toBe(30);
    expect(await coinsOf(shop, buyer.id)).toBe(500);
  });

  test('of both orders that granted a package, at once, revokes it', async () => {
    // Coins would make one of them wait for the other at the balance.
    const lines = [
      { kind: 'founder_package' as const, quantity: 1, itemId: null, label: 'Founder' },
      { kind: 'club_days' as const, quantity: 30, itemId: null, label: 'Club' },
    ];
    const { buyer, productId, orderId, sessionId } = await startPaidOrder(shop, { lines });
    const second = await checkout(shop, buyer, productId);
    shop.stripe.books.pay(second.sessionId ?? '');
    await settle(second.id);
    shop.stripe.books.refund(sessionId);
    shop.stripe.books.refund(second.sessionId ?? '');
    const both = await shop.parts.db.transaction(async (tx) => {
      // Holds up both of them where they write, so that neither ends before the other has begun.
      await tx.execute(sql`select from accounts where id = ${buyer.id} for update`);
      const settling = Promise.all([settle(orderId), settle(second.id)]);
      await until(async () => (await countLockWaits(shop.parts.db)) === 2);
      return { settling };
    });
    expect(await both.settling).toEqual(['refunded', 'refunded']);
    expect(await readAccount(buyer.id)).toMatchObject({ hasClaimedFounderPackage: false });
    expect(await clubDaysLeft(buyer.id)).toBe(0);
  });
});

test('a stale provider answer is requested again', async () => {
  const { buyer, orderId, sessionId } = await startOrder(shop);
  shop.stripe.books.pay(sessionId);
  const { promise: settledAgain, resolve: answer } = Promise.withResolvers<undefined>();
  shop.stripe.breakNext(/^GET/, { answerAfter: settledAgain });
  const overtaken = settle(orderId);
  await until(async () => shop.stripe.calls.at(-1)?.path.endsWith(sessionId));
  shop.stripe.books.refund(sessionId);
  expect(await settle(orderId)).toBe('refunded');
  answer(undefined);
  expect(await overtaken).toBe('refunded');
  expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([0, []]);
});

describe('a dispute', () => {
  test('that is won changes nothing in the end', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'needs_response');
    expect(await settle(orderId)).toBe('disputed');
    expect([await coinsOf(shop, buyer.id), await deliveriesOf(shop, orderId)]).toEqual([500, GRANTED]);
    shop.stripe.books.dispute(sessionId, 'won');
    expect(await settle(orderId)).toBe('paid');
    expect(await coinsOf(shop, buyer.id)).toBe(500);
  });

  test('that is lost revokes everything, whether its opening was seen or not', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    await Promise.all(Array.from({ length: 20 }, () => settle(orderId)));
    expect(await statesOf(shop, orderId)).toEqual([
      'creating',
      'pending',
      'paid',
      'disputed',
      'charged_back',
    ]);
    expect(await coinsOf(shop, buyer.id)).toBe(0);
    expect(await deliveriesOf(shop, orderId)).toEqual(WITHDRAWN);
  });

  test('after a refund, won or lost, revokes nothing twice', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.refund(sessionId);
    await settle(orderId);
    for (const status of ['needs_response', 'lost', 'won'] as const) {
      shop.stripe.books.dispute(sessionId, status);
      expect(await settle(orderId)).toBe('refunded');
    }
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });

  test('that ends in a refund is a refund', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'needs_response');
    await settle(orderId);
    shop.stripe.books.refund(sessionId);
    expect(await settle(orderId)).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  });

  test('that is lost and then won needs a review', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    await settle(orderId);
    shop.stripe.books.dispute(sessionId, 'won');
    expect(await settle(orderId)).toBe('review');
    expect(await readOrder(shop, orderId)).toMatchObject({ reviewReason: 'unexpected_paid' });
  });
});

describe('the reconciler', () => {
  test('checks unsettled orders only, when they are due, once for two processes', async () => {
    const [due, fresh, done] = [await startOrder(shop), await startOrder(shop), await startPaidOrder(shop)];
    await makeDue(due.orderId);
    await makeDue(done.orderId);
    await Promise.all([reconcile(shop.parts), reconcile(shop.parts)]);
    const ids = (await queued('orders.settle')).map(({ orderId }) => orderId);
    expect(ids.filter((id) => id === due.orderId)).toHaveLength(1);
    expect(ids).not.toContain(fresh.orderId);
    expect(ids).not.toContain(done.orderId);
  });

  test('enqueues stored events again that were never processed', async () => {
    await shop.parts.db.execute(sql`
      insert into webhook_events (provider, event_id, kind, is_live, payload, checked_at)
      values ('stripe', 'evt_left_lying', 'charge.refunded', false, '{}', now() - interval '10 minutes')`);
    await Promise.all([reconcile(shop.parts), reconcile(shop.parts)]);
    expect(await queued('orders.webhook')).toHaveLength(1);
  });

  test('has nothing to do while the shop is closed', async () => {
    await expect(reconcile({ ...shop.parts, payments: undefined })).resolves.toBeUndefined();
  });
});
