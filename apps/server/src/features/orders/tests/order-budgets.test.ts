import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createStaff, type Player } from '#test/account-journeys.ts';
import { entriesOn } from '#test/audit.ts';
import { refundsOfOrder, startOrder, startPaidOrder, useShop } from '#test/shop-journeys.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });

type Staff = Player & { token: string };

async function usedBy({ token }: Staff) {
  const { today } = (await shop.call('GET', '/admin/my-budgets', { token })).json();
  return Object.fromEntries(Object.entries<{ used: number }>(today).map(([kind, { used }]) => [kind, used]));
}

function limit({ id }: Staff, refunds: number) {
  return shop.parts.db.execute(sql`insert into staff_budgets (staff_id, refunds) values (${id}, ${refunds})`);
}

function refund({ token }: Staff, orderId: number, changes: object = {}) {
  const body = { requestId: randomUUID(), reason: 'Bought twice', ...changes };
  return shop.call('POST', `/admin/orders/${orderId}/refund`, { token, body });
}

function decide({ token }: Staff, orderId: number, decision: string) {
  const body = { decision, reason: 'The player showed a receipt' };
  return shop.call('POST', `/admin/orders/${orderId}/review`, { token, body });
}

async function startMispaid() {
  const started = await startOrder(shop);
  shop.stripe.books.pay(started.sessionId);
  shop.stripe.books.tamper(started.sessionId, { amount_total: 450 });
  expect(await settleOrder(shop.parts, started.orderId)).toBe('review');
  return started;
}

test('a refund past the budget is neither written nor requested', async () => {
  const staff = await createStaff(shop, ['orders']);
  const { orderId, sessionId } = await startPaidOrder(shop);
  await limit(staff, 499);
  expect((await refund(staff, orderId, { amount: 1 })).statusCode).toBe(200);
  const other = await startPaidOrder(shop);
  const refused = await refund(staff, other.orderId);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    {
      code: 'budget_exceeded',
      message: 'You have €3.99 left of your €4.99 for today. Ask an owner to raise your limit.',
      budget: { kind: 'refunds', limit: 499, left: 399 },
    },
  ]);
  expect(await refundsOfOrder(shop, other.orderId)).toEqual([]);
  expect(shop.stripe.books.refundedCents(other.sessionId)).toBe(0);
  expect(shop.stripe.books.refundedCents(sessionId)).toBe(100);
  expect(await usedBy(staff)).toMatchObject({ refunds: 100 });
});

test('twenty refunds of different orders at once never exceed the budget together', async () => {
  const staff = await createStaff(shop, ['orders']);
  await limit(staff, 3 * 499);
  const orders = [];
  for (let count = 0; count < 20; count += 1) orders.push(await startPaidOrder(shop));
  const answers = await Promise.all(orders.map(({ orderId }) => refund(staff, orderId)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
  const sent = orders.map(({ sessionId }) => shop.stripe.books.refundedCents(sessionId));
  expect(sent.reduce((sum, cents) => sum + cents, 0)).toBe(3 * 499);
  expect(await usedBy(staff)).toMatchObject({ refunds: 3 * 499 });
});

test('the same request again counts once', async () => {
  const staff = await createStaff(shop, ['orders']);
  const { orderId } = await startPaidOrder(shop);
  const requestId = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => refund(staff, orderId, { requestId })));
  expect(await usedBy(staff)).toMatchObject({ refunds: 499 });
});

test('a refund that the provider refuses is given back to the budget', async () => {
  const staff = await createStaff(shop, ['orders']);
  const { orderId } = await startPaidOrder(shop);
  shop.stripe.breakNext(/^POST \/v1\/refunds/, 'refuse');
  expect((await refund(staff, orderId)).statusCode).toBe(409);
  expect(await usedBy(staff)).toMatchObject({ refunds: 0 });
  expect((await refund(staff, orderId)).statusCode).toBe(200);
  expect(await usedBy(staff)).toMatchObject({ refunds: 499 });
});

test('an order marked as paid counts by what it grants, a refunded review by its money', async () => {
  const staff = await createStaff(shop, ['orders']);
  const { orderId } = await startMispaid();
  expect((await decide(staff, orderId, 'deliver')).statusCode).toBe(200);
  expect(await usedBy(staff)).toEqual({ coins: 500, packs: 1, items: 3, refunds: 0 });
  const [entry] = await entriesOn(shop, orderId);
  expect(entry).toMatchObject({ kind: 'order.review', reason: 'The player showed a receipt' });
  const other = await startMispaid();
  expect((await decide(staff, other.orderId, 'refund')).statusCode).toBe(200);
  expect(await usedBy(staff)).toMatchObject({ refunds: 450 });
});

test('a revocation that staff cancel counts as given, a grant does not', async () => {
  const staff = await createStaff(shop, ['orders']);
  const { buyer, orderId } = await startPaidOrder(shop);
  await shop.parts.db.execute(sql`
    update deliveries set state = 'applied', attempts = 1, settled_at = now() where account_id = ${buyer.id}`);
  expect((await refund(staff, orderId)).statusCode).toBe(200);
  const { rows } = await shop.parts.db.execute<{ id: number }>(sql`
    update deliveries set state = 'dead', settled_at = now()
    where account_id = ${buyer.id} and effect = 'revoke' returning id::int as id`);
  expect(rows.length).toBeGreaterThan(0);
  const before = await usedBy(staff);
  for (const { id } of rows) {
    const answer = await shop.call('POST', `/admin/deliveries/${id}/cancel`, {
      token: staff.token,
      body: { reason: 'A gesture of goodwill' },
    });
    expect(answer.statusCode).toBe(200);
  }
  expect(await usedBy(staff)).toEqual({ ...before, packs: 1, items: 3 });
});

test.each([{ reason: undefined }, { reason: '  ' }, { reason: 'two\nlines' }, { reason: 'x'.repeat(501) }])(
  'a refund or a decision with %o is refused',
  async (wrong) => {
    const staff = await createStaff(shop, ['orders']);
    const paths = [
      'orders/1/refund',
      'orders/1/review',
      'deliveries/1/cancel',
      'deliveries/1/mark-delivered',
    ];
    for (const path of paths) {
      const body = { requestId: randomUUID(), decision: 'cancel', ...wrong };
      const answer = await shop.call('POST', `/admin/${path}`, { token: staff.token, body });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
    }
  },
);
