import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { orders, unmatchedPayments } from '#features/orders/orders.tables.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { attachUnmatched } from '#features/orders/unmatched/attach-unmatched.service.ts';
import { checkUnmatched } from '#features/orders/unmatched/check-unmatched.service.ts';
import { noteUnmatchedPayment } from '#features/orders/unmatched/record-unmatched.service.ts';
import { refundUnmatched } from '#features/orders/unmatched/staff-unmatched.service.ts';
import { countOpenUnmatched } from '#features/orders/unmatched/unmatched.queries.ts';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { entriesOn } from '#test/audit.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import { loseOrder } from '#test/lost-orders.ts';
import {
  coinsOf,
  createOrderStaff,
  createShop,
  inboxIsEmpty,
  openOtherSession,
  readOrder,
  startPaidOrder,
  useShop,
} from '#test/shop-journeys.ts';

const shop = await useShop();
const { db } = shop.parts;
const open = requireOpenShop(shop.parts);
const staff = await createOrderStaff(shop);
await allowLoopback(db);
const bridgeToken = await addBridgeToken(db, 'test');
const reason = 'The backup of 20:00 was restored';

async function startLost({ pays = true } = {}) {
  const started = await startPaidOrder(shop);
  await loseOrder(db, started.orderId);
  const paid = shop.stripe.books.getSession(started.sessionId);
  const paymentIntentId: string = paid.payment_intent;
  if (!pays) return { ...started, paymentIntentId, id: 0 };
  const seen = { reference: started.order.reference, sessionId: started.sessionId, paymentIntentId: null };
  return { ...started, paymentIntentId, id: (await noteUnmatchedPayment(open, seen)) ?? 0 };
}

const read = async (id: number) => {
  const [row] = await db
    .select()
    .from(unmatchedPayments)
    .where(sql`id = ${id}`);
  return row;
};
const tokenOf = async () => (await createStaff(shop, ['orders'])).token;
const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );
const refundCalls = () => shop.stripe.calls.filter(({ path }) => path === '/v1/refunds').length;

describe('a payment of an order that a restored backup lacks', () => {
  test('is recorded once, from whichever events come, and closes when it is refunded at the provider', async () => {
    const { order, sessionId, paymentIntentId } = await startLost({ pays: false });
    const session = shop.stripe.books.presentSession(sessionId, []);
    const event = {
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: session },
    };
    await Promise.all([1, 2, 3].map((n) => shop.tell({ ...event, id: `evt_lost_${n}` })));
    await shop.tell(shop.stripe.books.refund(sessionId, 100).event);
    await inboxIsEmpty(shop);
    const { payments, total } = (
      await shop.call('GET', '/admin/unmatched-payments', { token: await tokenOf() })
    ).json();
    expect(total).toBe(1);
    expect(payments).toMatchObject([
      {
        state: 'open',
        amount: 4.99,
        currency: 'eur',
        refunded: 1,
        payerEmail: 'example@example.com',
        productName: 'Lantern chest',
        reference: order.reference,
        sessionId,
        paymentIntentId,
        orderId: null,
      },
    ]);
    expect(await countOpenUnmatched(db)).toBe(1);
    await shop.tell(shop.stripe.books.refund(sessionId).event);
    await inboxIsEmpty(shop);
    expect(await read(payments[0].paymentId)).toMatchObject({ state: 'refunded', refundedCents: 499 });
    expect(await countOpenUnmatched(db)).toBe(0);
  });

  test('is recorded for a refund or dispute alone, which names no order', async () => {
    const { sessionId, paymentIntentId } = await startLost({ pays: false });
    await shop.tell(shop.stripe.books.dispute(sessionId, 'needs_response'));
    await inboxIsEmpty(shop);
    const [row] = await db
      .select()
      .from(unmatchedPayments)
      .where(sql`payment_intent_id = ${paymentIntentId}`);
    expect(row).toMatchObject({ state: 'open', dispute: 'open', sessionId });
    expect(await fault(refundUnmatched(shop.parts, staff, { id: row?.id ?? 0, reason }))).toContain(
      'conflict: The bank disputes this payment.',
    );
    shop.stripe.books.dispute(sessionId, 'lost');
    await checkUnmatched(shop.parts, row?.id ?? 0);
    expect(await read(row?.id ?? 0)).toMatchObject({ state: 'refunded' });
    shop.stripe.books.dispute(sessionId, 'won');
    await checkUnmatched(shop.parts, row?.id ?? 0);
    expect(await read(row?.id ?? 0)).toMatchObject({ state: 'open' });
  });

  test('is not closed by an answer that was overtaken by a newer one', async () => {
    const { id, sessionId } = await startLost();
    shop.stripe.books.dispute(sessionId, 'lost');
    const { promise: stalled, resolve: release } = Promise.withResolvers<void>();
    const before = shop.stripe.calls.length;
    shop.stripe.breakNext(/^GET .*disputes/, { answerAfter: stalled });
    const slow = checkUnmatched(shop.parts, id);
    await expect
      .poll(() => shop.stripe.calls.slice(before).some(({ path }) => path.endsWith('disputes')))
      .toBe(true);
    shop.stripe.books.dispute(sessionId, 'won');
    await checkUnmatched(shop.parts, id);
    release();
    await slow;
    expect(await read(id)).toMatchObject({ state: 'open', dispute: 'won' });
  });

  test('is read by forty callers at once, each of which succeeds', async () => {
    const { id, sessionId } = await startLost();
    shop.stripe.books.refund(sessionId, 100);
    await Promise.all(Array.from({ length: 40 }, () => checkUnmatched(shop.parts, id)));
    expect(await read(id)).toMatchObject({ state: 'open', refundedCents: 100 });
  });

  test('of another installation is ignored, without a question to the provider', async () => {
    const other = await createShop({ stripe: shop.stripe, isWorker: false });
    await other.parts.db.execute(sql`update installation set id = gen_random_uuid()`);
    const theirs = await startPaidOrder(other);
    const session = shop.stripe.books.presentSession(theirs.sessionId, []);
    const before = shop.stripe.calls.length;
    await shop.tell({
      id: 'evt_theirs',
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
      data: { object: session },
    });
    await inboxIsEmpty(shop);
    expect(shop.stripe.calls.length).toBe(before);
    await shop.tell(shop.stripe.books.dispute(theirs.sessionId, 'needs_response'));
    await inboxIsEmpty(shop);
    const rows = await db
      .select()
      .from(unmatchedPayments)
      .where(sql`session_id = ${theirs.sessionId}`);
    expect(rows).toEqual([]);
    await other.close();
  });
});

describe('a refund of an unmatched payment', () => {
  test('happens once for ten calls of two members of staff, counts against budgets and is audited', async () => {
    const { id, sessionId } = await startLost();
    const other = await createOrderStaff(shop);
    const before = refundCalls();
    const calls = Array.from({ length: 10 }, (_, n) =>
      fault(refundUnmatched(shop.parts, n % 2 === 0 ? staff : other, { id, reason })),
    );
    const answers = new Set(await Promise.all(calls));
    answers.delete('done');
    for (const answer of answers) expect(answer).toMatch(/^conflict: (A refund of this|The money of this)/);
    expect(shop.stripe.books.refundedCents(sessionId)).toBe(499);
    expect(await read(id)).toMatchObject({
      state: 'refunded',
      refundedCents: 499,
      closedAt: expect.any(Date),
    });
    expect(refundCalls()).toBeGreaterThan(before);
    const entries = (await entriesOn(shop, id)).filter(({ kind }) => kind === 'unmatched.refund');
    expect(entries).toMatchObject([{ after: { refunded: 4.99 }, reason }]);
  });

  test.each(['die after', 'die'] as const)(
    'whose answer is lost (%s) is finished by the reconciler',
    async (lost) => {
      const { id, sessionId } = await startLost();
      shop.stripe.breakNext(/refunds$/, lost, lost, lost);
      const answer = await fault(refundUnmatched(shop.parts, staff, { id, reason }));
      expect(answer === 'done' || answer.startsWith('unavailable: The refund is written down')).toBe(true);
      await db.execute(
        sql`update unmatched_payments set checked_at = now() - interval '1 hour' where id = ${id}`,
      );
      await reconcile(shop.parts);
      await expect.poll(async () => (await read(id))?.state).toBe('refunded');
      expect(shop.stripe.books.refundedCents(sessionId)).toBe(499);
    },
  );

  test('that the provider refuses stays open, and gives the budget back', async () => {
    const { id } = await startLost();
    const poor = await createOrderStaff(shop);
    const staffId = poor.viewer.accountId;
    await db.execute(sql`insert into staff_budgets (staff_id, refunds) values (${staffId}, 499)
      on conflict (staff_id) do update set refunds = 499`);
    shop.stripe.breakNext(/refunds$/, 'refuse');
    expect(await fault(refundUnmatched(shop.parts, poor, { id, reason }))).toContain('refused the refund');
    expect(await read(id)).toMatchObject({ state: 'open', refundFailure: expect.any(String) });
    expect(await fault(refundUnmatched(shop.parts, poor, { id, reason }))).toBe('done');
    const { id: next } = await startLost();
    expect(await fault(refundUnmatched(shop.parts, poor, { id: next, reason }))).toContain('budget_exceeded');
    expect(await read(next)).toMatchObject({ state: 'open' });
  });

  test('of their own payment is for owners', async () => {
    const { id } = await startLost();
    const staffId = staff.viewer.accountId;
    await db.execute(sql`
      update unmatched_payments set payer_email = (select upper(email) from accounts where id = ${staffId}) where id = ${id}`);
    expect(await fault(refundUnmatched(shop.parts, staff, { id, reason }))).toContain('forbidden');
  });
});

test("suggests the account with the payer's address once the address is confirmed", async () => {
  const { id, buyer } = await startLost();
  await db.execute(sql`
    update unmatched_payments set payer_email = (select upper(email) from accounts where id = ${buyer.id}) where id = ${id}`);
  const token = await tokenOf();
  const suggested = async () =>
    (await shop.call('GET', `/admin/unmatched-payments/${id}`, { token })).json().suggestedAccount;
  await db.execute(sql`update accounts set email_confirmed_at = now() where id = ${buyer.id}`);
  expect(await suggested()).toEqual({ accountDBID: buyer.id, userName: buyer.username });
  // Anybody can register with the address of a payer whose account was lost with the order.
  await db.execute(sql`update accounts set email_confirmed_at = null where id = ${buyer.id}`);
  expect(await suggested()).toBeNull();
});

/** The game runs until it has everything. @returns what it has */
async function playIn(data: string) {
  const portal = new URL(shop.webhookUrl).origin;
  const { exit } = startSimulator({ portal, data, token: bridgeToken, args: ['--once'] });
  expect(await exit).toBe(0);
  return readGame(data).inventory;
}

describe('an unmatched payment that is attached to an account', () => {
  test('becomes an order under its reference, is delivered once, and the game knows what it had before', async () => {
    const data = await useGameFolder();
    await db.delete(deliveries);
    const { id, order, productId, buyer, sessionId } = await startLost();
    const token = await tokenOf();
    const detail = (await shop.call('GET', `/admin/unmatched-payments/${id}`, { token })).json();
    expect(detail.products[0]).toMatchObject({ isSuggested: true, name: 'Lantern chest' });
    const attach = { id, accountId: buyer.id, productId, reason };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fault(attachUnmatched(shop.parts, staff, attach))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    for (const answer of answers)
      expect(answer).toMatch(/^(done|conflict: This payment belongs to order \d+)/);
    const row = await read(id);
    expect(row).toMatchObject({ state: 'attached' });
    const attached = await readOrder(shop, row?.orderId ?? 0);
    expect(attached).toMatchObject({
      state: 'paid',
      reference: order.reference,
      sessionId,
      accountId: buyer.id,
      priceCents: 499,
    });
    expect(await coinsOf(shop, buyer.id)).toBe(500);
    expect(await playIn(data)).toEqual({
      [`${buyer.id} item 7001`]: 2,
      [`${buyer.id} club_days 0`]: 30,
      [`${buyer.id} founder_package 0`]: 1,
    });
    const entries = (await entriesOn(shop, id)).filter(({ kind }) => kind === 'unmatched.attach');
    expect(entries).toMatchObject([{ after: { orderId: attached.id, productId }, reason }]);
    // From here on it is an order like any other.
    shop.stripe.books.refund(sessionId);
    expect(await settleOrder(shop.parts, attached.id)).toBe('refunded');
    expect(await coinsOf(shop, buyer.id)).toBe(0);
  }, 400_000);

  test('is revoked when it is refunded before the game has asked for it, because the game may have it', async () => {
    const data = await useGameFolder();
    await db.delete(deliveries);
    const { buyer, productId, order, orderId, sessionId } = await startPaidOrder(shop);
    expect(await playIn(data)).toMatchObject({ [`${buyer.id} item 7001`]: 2 });
    await loseOrder(db, orderId);
    const seen = { reference: order.reference, sessionId, paymentIntentId: null };
    const id = (await noteUnmatchedPayment(open, seen)) ?? 0;
    await attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId, reason });
    shop.stripe.books.refund(sessionId);
    expect(await settleOrder(shop.parts, (await read(id))?.orderId ?? 0)).toBe('refunded');
    expect(Object.values(await playIn(data))).toEqual([0, 0, 0]);
  }, 400_000);

  test('is attached or refunded, when both happen at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, productId, buyer, sessionId } = await startLost();
      const other = await createOrderStaff(shop);
      const answers = await Promise.all([
        fault(attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId, reason })),
        fault(refundUnmatched(shop.parts, other, { id, reason })),
      ]);
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
      expect(answers.filter((answer) => answer.startsWith('conflict: '))).toHaveLength(1);
      const isRefunded = shop.stripe.books.refundedCents(sessionId) === 499;
      expect((await read(id))?.state).toBe(isRefunded ? 'refunded' : 'attached');
    }
  });

  test('becomes the order alone, when two payments of it are attached to two accounts at once', async () => {
    const other = await createOrderStaff(shop);
    for (let round = 0; round < 4; round += 1) {
      const { id, order, productId, buyer } = await startLost();
      const sessionId = openOtherSession(shop, order);
      shop.stripe.books.pay(sessionId);
      const seen = { reference: order.reference, sessionId, paymentIntentId: null };
      const second = (await noteUnmatchedPayment(open, seen)) ?? 0;
      const friend = await createSignedInPlayer(shop);
      const answers = await Promise.all([
        fault(attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId, reason })),
        fault(attachUnmatched(shop.parts, other, { id: second, accountId: friend.id, productId, reason })),
      ]);
      expect(answers.toSorted()).toEqual([
        expect.stringMatching(/^conflict: This payment belongs to order \d+\. Look there\.$/),
        'done',
      ]);
    }
  });

  test('is no gift to the own account, and not for a product that is gone', async () => {
    const { id, productId, buyer } = await startLost();
    const own = attachUnmatched(shop.parts, staff, {
      id,
      accountId: staff.viewer.accountId,
      productId,
      reason,
    });
    expect(await fault(own)).toContain('forbidden');
    const gone = attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId: 999_999, reason });
    expect(await fault(gone)).toContain('validation_failed');
    expect(await read(id)).toMatchObject({ state: 'open' });
  });

  test('waits in review while the product is sold out', async () => {
    const { id, productId, buyer } = await startLost();
    await db.execute(sql`update products set stock = 0 where id = ${productId}`);
    await attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId, reason });
    const row = await read(id);
    expect(await readOrder(shop, row?.orderId ?? 0)).toMatchObject({
      state: 'review',
      reviewReason: 'stock_gone',
    });
  });

  test('closes by itself when its order is there again', async () => {
    const { id, order, buyer, productId } = await startLost();
    const player = await createSignedInPlayer(shop);
    const { reference, sessionId, paymentIntentId } = (await read(id)) ?? order;
    const [back] = await db
      .insert(orders)
      .values({
        accountId: player.id,
        productId,
        productName: 'Lantern chest',
        priceCents: 499,
        provider: 'stripe',
        isLive: false,
        expiresAt: new Date(),
        reference,
        sessionId,
        paymentIntentId,
      })
      .returning();
    expect(
      await fault(attachUnmatched(shop.parts, staff, { id, accountId: buyer.id, productId, reason })),
    ).toBe(`conflict: This payment belongs to order ${back?.id}. Look there.`);
    expect(await read(id)).toMatchObject({ state: 'attached', orderId: back?.id });
  });
});
