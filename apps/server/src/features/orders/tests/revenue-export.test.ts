import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createStaff } from '#test/account-journeys.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { readOrder, startOrder, startPaidOrder, useShop } from '#test/shop-journeys.ts';
import { paymentTransactions } from '#features/orders/orders.tables.ts';
import { collectTransactions } from '#features/orders/revenue/transactions.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const { token } = await createStaff(shop, ['orders']);
const { books } = shop.stripe;

/** The file's rows after its heading, as objects. */
async function exported(query = ''): Promise<Record<string, string>[]> {
  const response = await shop.call('GET', `/admin/revenue/export${query}`, { token });
  if (response.statusCode !== 200) throw new Error(response.body);
  const [heading = '', ...lines] = response.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = heading.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])),
  );
}

const rowsOf = async (orderId: number) => (await exported()).filter(({ order }) => order === String(orderId));

const amountsOf = async (orderId: number) =>
  (await rowsOf(orderId)).map(({ type, gross, fee, tax, refund, net, payout }) => ({
    type,
    gross,
    fee,
    tax,
    refund,
    net,
    payout,
  }));

describe('the revenue export', () => {
  test('leaves empty what the provider has not named, and a later run fills it', async () => {
    const { orderId } = await startPaidOrder(shop);
    const payment = { type: 'payment', gross: '4.99', tax: '', refund: '' };
    expect(await amountsOf(orderId)).toEqual([{ ...payment, fee: '', net: '', payout: '' }]);
    await collectTransactions(shop.parts);
    // 1.5 % of 4.99 is 0.07, and 0.25.
    expect(await amountsOf(orderId)).toEqual([{ ...payment, fee: '0.32', net: '4.67', payout: '' }]);
    expect((await readOrder(shop, orderId)).bookedAt).not.toBeNull();
    const { id } = books.balance.payOut();
    await collectTransactions(shop.parts);
    expect(await amountsOf(orderId)).toEqual([{ ...payment, fee: '0.32', net: '4.67', payout: id }]);
  });

  test('has a row for each refund and dispute, and net adds up', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    books.refund(sessionId, 100);
    books.refund(sessionId, 49);
    await settleOrder(shop.parts, orderId);
    const disputed = await startPaidOrder(shop);
    books.dispute(disputed.sessionId, 'needs_response');
    books.dispute(disputed.sessionId, 'won');
    await collectTransactions(shop.parts);
    expect((await amountsOf(orderId)).map(({ type, refund, net }) => [type, refund, net])).toEqual(
      expect.arrayContaining([
        ['payment', '', '4.67'],
        ['refund', '1.00', '-1.00'],
        ['refund', '0.49', '-0.49'],
      ]),
    );
    const rows = await amountsOf(disputed.orderId);
    expect(rows.map(({ type, refund, fee, net }) => [type, refund, fee, net])).toEqual(
      expect.arrayContaining([
        ['dispute', '4.99', '20.00', '-24.99'],
        ['dispute_reversal', '-4.99', '0.00', '4.99'],
      ]),
    );
    for (const { gross, fee, refund, net } of [...rows, ...(await amountsOf(orderId))])
      expect(Math.round(100 * (Number(gross) - Number(refund) - Number(fee)))).toBe(
        Math.round(100 * Number(net)),
      );
  });

  test.each(['failed', 'canceled'] as const)(
    'has a row for the money of a refund that was undone (%s), and net adds up',
    async (end) => {
      const { orderId, sessionId } = await startPaidOrder(shop);
      const { refund } = books.refund(sessionId, 100);
      await collectTransactions(shop.parts);
      books.undoRefund(refund.id, end);
      await collectTransactions(shop.parts);
      const rows = await amountsOf(orderId);
      expect(rows.map(({ type, gross, refund: back, net }) => [type, gross, back, net])).toEqual(
        expect.arrayContaining([
          ['payment', '4.99', '', '4.67'],
          ['refund', '', '1.00', '-1.00'],
          ['refund_failure', '', '-1.00', '1.00'],
        ]),
      );
      expect(sumOf(rows.map(({ net }) => net))).toBe(467);
      expect(rows).toHaveLength(3);
    },
  );

  test('calls a returned refund of another way to pay a failed one', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const { refund } = books.refund(sessionId, 100);
    // Ways to pay other than cards have one type for both directions.
    books.balance.add({ type: 'payment_refund', source: refund, amount: 100, fee: 0 });
    await collectTransactions(shop.parts);
    expect((await amountsOf(orderId)).map(({ type, refund: back }) => [type, back])).toEqual(
      expect.arrayContaining([
        ['refund', '1.00'],
        ['refund_failure', '-1.00'],
      ]),
    );
  });

  test('is of a period by the time of each movement', async () => {
    await startPaidOrder(shop);
    await collectTransactions(shop.parts);
    const [{ at } = { at: '' }] = (
      await db.execute<{ at: string }>(
        sql`select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') as at from payment_transactions`,
      )
    ).rows;
    expect((await exported(`?from=${at}`)).length).toBeGreaterThan(0);
    for (const { time = '' } of await exported(`?to=${at}`))
      expect(Date.parse(time)).toBeLessThan(Date.parse(at));
    expect(await exported('?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).toEqual([]);
  });

  test('is refused to others, and recorded', async () => {
    const stranger = await createStaff(shop, ['users']);
    expect((await shop.call('GET', '/admin/revenue/export', { token: stranger.token })).statusCode).toBe(403);
    expect((await shop.call('GET', '/admin/revenue/export')).statusCode).toBe(401);
    await exported('?from=2026-01-01T00:00:00Z');
    const { rows } = await db.execute<{ target: string }>(
      sql`select target from audit_entries where kind = 'list.export' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ target: 'revenue' }]);
  });

  test('reads batches of several thousand rows, each once', async () => {
    await writePastOrders(
      shop,
      Array.from({ length: 2500 }, (_, index) => ({ paidAt: inMarch(index) })),
    );
    const rows = await exported('?from=2025-03-01T00:00:00Z&to=2025-04-01T00:00:00Z');
    expect(rows).toHaveLength(2500);
    expect(new Set(rows.map(({ order }) => order)).size).toBe(2500);
    await db.execute(sql`update orders set booked_at = now() where paid_at < '2025-04-01'`);
  });
});

describe('collecting transactions', () => {
  test('by several processes at once stores each once', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => startPaidOrder(shop)));
    await Promise.all(Array.from({ length: 4 }, () => collectTransactions(shop.parts)));
    await collectTransactions(shop.parts);
    for (const { orderId } of orders)
      expect(
        await db.select().from(paymentTransactions).where(eq(paymentTransactions.orderId, orderId)),
      ).toHaveLength(1);
  });

  test('goes on after a crash in the middle, and pages through more than a page', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const [newest] = books.balance.transactions;
    for (let count = 0; count < 230; count += 1)
      books.balance.add({ type: 'refund', source: { ...newest?.source, metadata: {} }, amount: -1, fee: 0 });
    expect(sessionId).toBe(started(orderId)?.id);
    // The first page is stored, the second call fails.
    shop.stripe.breakNext(/GET \/v1\/balance_transactions/, { delayMs: 0 }, 'refuse');
    await expect(collectTransactions(shop.parts)).rejects.toThrow('Not like this.');
    await collectTransactions(shop.parts);
    await collectTransactions(shop.parts);
    const rows = await db.select().from(paymentTransactions).where(eq(paymentTransactions.orderId, orderId));
    expect(rows).toHaveLength(231);
  });

  test('leaves out payments of other portals on the account', async () => {
    const { orderId } = await startOrder(shop);
    const before = await db.$count(paymentTransactions);
    const source = {
      id: 'ch_other',
      object: 'charge',
      currency: 'eur',
      payment_intent: 'pi_other',
      metadata: { order: 'waygate-other-portal' },
    };
    books.balance.add({ type: 'charge', source, amount: 900, fee: 38 });
    await collectTransactions(shop.parts);
    expect(await db.$count(paymentTransactions)).toBe(before);
    expect(await rowsOf(orderId)).toEqual([]);
  });
});

/** In cents. */
function sumOf(amounts: (string | undefined)[]): number {
  return Math.round(100 * amounts.reduce((sum, amount) => sum + Number(amount), 0));
}

/** Seven orders in each second. */
function inMarch(index: number): Date {
  return new Date(Date.parse('2025-03-01T00:00:00Z') + Math.floor(index / 7) * 1000);
}

function started(orderId: number) {
  return books.sessions().find(({ metadata }) => metadata.order_number === String(orderId));
}
