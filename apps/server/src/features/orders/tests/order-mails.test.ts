import { and, asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mails } from '#features/mail/mail.tables.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { ORDER_MAILS } from '#features/orders/mails/order-mail-kinds.ts';
import { queueOrderMails } from '#features/orders/mails/order-mails.service.ts';
import { orderMails } from '#features/orders/orders.tables.ts';
import { refundOrder } from '#features/orders/admin/order-refunds.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createOrderStaff, startOrder, startPaidOrder, useShop } from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const site = { brandName: 'Agaia', publicOrigin: 'https://play.example', contactEmail: 'help@play.example' };

/** The mails about the order in the outbox, oldest first. */
async function mailsAbout(orderId: number) {
  return db
    .select()
    .from(mails)
    .where(and(sql`${mails.kind} like 'order-%'`, sql`(${mails.parameters}->>'orderId')::int = ${orderId}`))
    .orderBy(asc(mails.createdAt));
}

async function kindsAbout(orderId: number): Promise<string[]> {
  return (await mailsAbout(orderId)).map(({ kind }) => kind);
}

async function textsAbout(orderId: number) {
  const sent = [];
  for (const mail of await mailsAbout(orderId)) {
    const kind = ORDER_MAILS.find(({ name }) => name === mail.kind);
    sent.push(await kind?.compose(mail, { db, site }));
  }
  return sent;
}

describe('a paid order', () => {
  test('is confirmed by one mail, however often and by however many it is settled', async () => {
    const { orderId, sessionId, buyer } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    await Promise.all(Array.from({ length: 8 }, () => settleOrder(shop.parts, orderId)));
    await Promise.all(Array.from({ length: 4 }, () => queueOrderMails(shop.parts)));
    expect(await kindsAbout(orderId)).toEqual(['order-paid']);
    const [mail] = await textsAbout(orderId);
    expect(mail).toMatchObject({ to: buyer.email, subject: `Your Agaia order ${orderId}` });
    for (const text of ['500 500 coins', '2 × 2 lanterns', '€4.99', 'https://play.example/profile#orders'])
      expect(mail?.text).toContain(text);
    expect(mail?.text).toContain('you lose the right of withdrawal once delivery has begun');
    expect(mail?.text).toMatch(/You accepted our terms of 20\d\d-\d\d-\d\d \(version \S+\) on /);
    expect(mail?.text).not.toContain('VAT');
  });

  test('has a line for the tax that the provider reports', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    const tax = { amount_discount: 0, amount_shipping: 0, amount_tax: 97 };
    shop.stripe.books.tamper(sessionId, { total_details: tax });
    await settleOrder(shop.parts, orderId);
    expect((await textsAbout(orderId))[0]?.text).toContain('VAT: €0.97, included in the price');
  });

  test('is confirmed after a crash between the change and the outbox', async () => {
    const { orderId } = await startPaidOrder(shop);
    // As a process leaves it that dies right after the order's transaction.
    await db.delete(mails).where(sql`(${mails.parameters}->>'orderId')::int = ${orderId}`);
    await db.update(orderMails).set({ queuedAt: null }).where(eq(orderMails.orderId, orderId));
    await Promise.all([
      queueOrderMails(shop.parts),
      queueOrderMails(shop.parts),
      queueOrderMails(shop.parts),
    ]);
    expect(await kindsAbout(orderId)).toEqual(['order-paid']);
  });

  test('is not confirmed again when a dispute is won', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'needs_response');
    await settleOrder(shop.parts, orderId);
    shop.stripe.books.dispute(sessionId, 'won');
    expect(await settleOrder(shop.parts, orderId)).toBe('paid');
    expect(await kindsAbout(orderId)).toEqual(['order-paid']);
  });

  test('is mailed to the address that the account has when the mail is sent', async () => {
    const { orderId, buyer } = await startPaidOrder(shop);
    await db
      .update(accounts)
      .set({ email: `moved-${buyer.email}` })
      .where(eq(accounts.id, buyer.id));
    expect((await textsAbout(orderId))[0]?.to).toBe(`moved-${buyer.email}`);
  });
});

describe('a refund', () => {
  test('is reported for each part, with what was revoked by the last', async () => {
    const { orderId } = await startPaidOrder(shop);
    const staff = await createOrderStaff(shop);
    const refund = (amountCents?: number) =>
      refundOrder(shop.parts, staff, {
        orderId,
        requestId: crypto.randomUUID(),
        reason: 'The player asked',
        ...(amountCents !== undefined && { amountCents }),
      });
    await refund(100);
    await refund(150);
    await Promise.all(Array.from({ length: 4 }, () => settleOrder(shop.parts, orderId)));
    await refund();
    expect(await kindsAbout(orderId)).toEqual([
      'order-paid',
      'order-refunded',
      'order-refunded',
      'order-refunded',
    ]);
    const [, first, second, last] = (await textsAbout(orderId)).map((mail) => mail?.text ?? '');
    expect(first).toContain('€1.00 of €4.99 so far');
    expect(second).toContain('€2.50 of €4.99 so far');
    expect(second).toContain('You keep your items.');
    expect(last).toContain('refunded your order in full: €4.99');
    expect(last).toContain('This was revoked from your account: 500 500 coins, 2 × 2 lanterns');
  });

  test('by the bank says so', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    shop.stripe.books.dispute(sessionId, 'lost');
    expect(await settleOrder(shop.parts, orderId)).toBe('charged_back');
    expect(await kindsAbout(orderId)).toEqual(['order-paid', 'order-refunded']);
    const [, mail] = await textsAbout(orderId);
    expect(mail?.subject).toBe(`The payment of your Agaia order ${orderId} was reversed`);
    expect(mail?.text).toContain('This was revoked from your account');
  });
});

describe('an order in review', () => {
  test('is reported once, and not any more when it was resolved before', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    await Promise.all(Array.from({ length: 6 }, () => settleOrder(shop.parts, orderId)));
    expect(await kindsAbout(orderId)).toEqual(['order-review']);
    expect((await textsAbout(orderId))[0]?.text).toContain('Nothing is lost');
    await db.execute(sql`update orders set state = 'paid' where id = ${orderId}`);
    expect(await textsAbout(orderId)).toEqual([undefined]);
  });

  test('because of a wrong key of the provider is not reported', async () => {
    const { orderId } = await startOrder(shop);
    await db.execute(sql`update orders set session_id = ${`cs_gone_${orderId}`} where id = ${orderId}`);
    expect(await settleOrder(shop.parts, orderId)).toBe('review');
    expect(await kindsAbout(orderId)).toEqual([]);
  });
});

test('a delayed payment that fails is reported; a checkout that expires is not', async () => {
  const [late, expired] = [await startOrder(shop), await startOrder(shop)];
  shop.stripe.books.payLater(late.sessionId);
  expect(await settleOrder(shop.parts, late.orderId)).toBe('processing');
  expect(await kindsAbout(late.orderId)).toEqual([]);
  shop.stripe.books.failLater(late.sessionId);
  expect(await settleOrder(shop.parts, late.orderId)).toBe('failed');
  expect(await kindsAbout(late.orderId)).toEqual(['order-failed']);
  expect((await textsAbout(late.orderId))[0]?.text).toContain('Nothing was charged');
  shop.stripe.books.expire(expired.sessionId);
  expect(await settleOrder(shop.parts, expired.orderId)).toBe('expired');
  expect(await kindsAbout(expired.orderId)).toEqual([]);
});
