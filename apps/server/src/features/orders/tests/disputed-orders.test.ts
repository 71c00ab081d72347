import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { acknowledgeDeliveries, leaseDeliveries } from '#features/deliveries/leases.service.ts';
import { observeDeliveries, retryDeadDelivery } from '#features/deliveries/dead-deliveries.service.ts';
import { DELIVERY_ALERTS } from '#features/deliveries/deliveries.alerts.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { decideOrder } from '#features/orders/admin/order-refunds.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createOwner } from '#test/account-journeys.ts';
import {
  createOrderStaff,
  deliveriesOf,
  GRANTED,
  openOtherSession,
  startOrder,
  startPaidOrder,
  useShop,
} from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
observeDeliveries(shop.parts.metrics, db);
const staff = await createOrderStaff(shop);
beforeEach(() => db.delete(deliveries));

const settle = (orderId: number) => settleOrder(shop.parts, orderId);
const lease = (limit = 100) => leaseDeliveries(shop.parts, { serverId: 1, limit, leaseSeconds: 60 });
const expireLeases = () =>
  db.execute(
    sql`update deliveries set available_at = now() - interval '1 second' where available_at < 'infinity'`,
  );
const dispute = (sessionId: string, status: 'needs_response' | 'won' | 'lost' = 'needs_response') =>
  shop.stripe.books.dispute(sessionId, status);
const linesOf = async ({ buyer, orderId }: Awaited<ReturnType<typeof startPaidOrder>>) => {
  const { orders } = (await shop.call('GET', '/user/orders', { token: buyer.token })).json();
  const order = orders.find((each: { orderId: number }) => each.orderId === orderId);
  return order.lines.map(({ state }: { state: string }) => state);
};

async function startDisputed() {
  const started = await startPaidOrder(shop);
  dispute(started.sessionId);
  expect(await settle(started.orderId)).toBe('disputed');
  return started;
}

describe('a disputed order', () => {
  test('sends no lines until the dispute is won', async () => {
    const started = await startDisputed();
    expect(await lease()).toEqual([]);
    expect(await linesOf(started)).toEqual(['delivered', 'on_hold', 'on_hold', 'on_hold']);
    const { token } = await createOwner(shop);
    const detail = (await shop.call('GET', `/admin/orders/${started.orderId}`, { token })).json();
    expect(detail.deliveries.map(({ isOnHold }: { isOnHold: boolean }) => isOnHold)).toEqual([
      true,
      true,
      true,
    ]);
    const listed = (await shop.call('GET', '/admin/deliveries?state=pending', { token })).json();
    expect(listed.deliveries).toMatchObject([{ isOnHold: true }, { isOnHold: true }, { isOnHold: true }]);
    dispute(started.sessionId, 'won');
    expect(await settle(started.orderId)).toBe('paid');
    expect(await lease()).toHaveLength(3);
    expect(await linesOf(started)).toEqual(['delivered', 'on_its_way', 'on_its_way', 'on_its_way']);
  });

  test('neither counts as waiting nor raises the alert that the game fetches nothing', async () => {
    const started = await startDisputed();
    const condition = DELIVERY_ALERTS.find(({ name }) => name === 'game_not_fetching');
    const readCounts = async () => {
      const { body } = await shop.parts.metrics.render();
      const { rows } = await db.execute<{ count: number }>(sql`select (${condition?.count})::int as count`);
      return [Number(/^waygate_deliveries_waiting (\d+)/m.exec(body)?.[1]), rows[0]?.count];
    };
    expect(await readCounts()).toEqual([0, 0]);
    dispute(started.sessionId, 'won');
    expect(await settle(started.orderId)).toBe('paid');
    await db.execute(sql`update deliveries set available_at = now() - interval '1 hour'`);
    await db.execute(sql`delete from last_signals`);
    expect(await readCounts()).toEqual([3, 3]);
  });

  test('is reversed when the dispute is lost', async () => {
    const { orderId, sessionId } = await startDisputed();
    dispute(sessionId, 'lost');
    expect(await settle(orderId)).toBe('charged_back');
    expect(await deliveriesOf(shop, orderId)).toEqual(
      GRANTED.map((line) => line.replace('pending', 'cancelled')),
    );
    expect(await lease()).toEqual([]);
  });

  test('still counts what the game acknowledges, and leases nothing again', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const [first, second, third] = await lease();
    dispute(sessionId);
    await settle(orderId);
    await expireLeases();
    expect(await lease()).toEqual([]);
    await acknowledgeDeliveries(shop.parts, 1, [
      { id: first?.id ?? 0, result: 'applied' },
      { id: second?.id ?? 0, result: 'retry', detail: 'later' },
      { id: third?.id ?? 0, result: 'reject', detail: 'unknown' },
    ]);
    await expireLeases();
    expect(await lease()).toEqual([]);
    expect(await deliveriesOf(shop, orderId)).toEqual([
      'line:1 grant applied',
      'line:2 grant pending',
      'line:3 grant dead',
    ]);
    const retried = db.transaction((tx) => retryDeadDelivery(tx, third?.id ?? 0));
    await expect(retried).rejects.toMatchObject({
      code: 'conflict',
      message: 'This delivery is on hold while the payment is disputed and cannot be retried.',
    });
    dispute(sessionId, 'won');
    await settle(orderId);
    expect((await lease()).map(({ id }) => id)).toEqual([second?.id]);
    await db.transaction((tx) => retryDeadDelivery(tx, third?.id ?? 0));
    expect((await lease()).map(({ id }) => id)).toEqual([third?.id]);
  });

  test('keeps on hold what is put back or queued again meanwhile', async () => {
    const { orderId, buyer } = await startDisputed();
    await db.execute(sql`update deliveries set state = 'applied' where order_id = ${orderId}`);
    await db.execute(sql`
      update deliveries set state = 'pending', attempts = 0, available_at = now() where order_id = ${orderId}`);
    await db.execute(sql`
      insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, order_id, order_line_position)
      values (${buyer.id}, ${`season:${orderId}`}, 'grant', 'item', 7001, 2, ${orderId}, 1)`);
    expect(await lease()).toEqual([]);
  });

  test('holds each line or has leased it, when both happen at once', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => startPaidOrder(shop)));
    for (const { sessionId } of started) dispute(sessionId);
    const [leased] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => lease(3))),
      ...started.map(({ orderId }) => settle(orderId)),
    ]);
    const ids = leased.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await expireLeases();
    expect(await lease()).toEqual([]);
    const { rows } = await db.execute(sql`select 1 from deliveries where available_at <> 'infinity'`);
    expect(rows).toEqual([]);
  });

  test('sends no lines while it is in review for another reason', async () => {
    const { orderId, order, sessionId } = await startPaidOrder(shop);
    const otherId = openOtherSession(shop, order);
    shop.stripe.books.pay(otherId);
    const other = { orderId, sessionId: otherId };
    expect(await recordOtherSession(requireOpenShop(shop.parts), other)).toBe('review');
    dispute(sessionId);
    expect(await settle(orderId)).toBe('review');
    expect(await lease()).toEqual([]);
    shop.stripe.books.refund(otherId);
    await recordOtherSession(requireOpenShop(shop.parts), other);
    dispute(sessionId, 'won');
    await decideOrder(shop.parts, staff, { orderId, decision: 'deliver', reason: 'The bank gave in' });
    expect(await lease()).toHaveLength(3);
  });

  test('that staff accept stays on hold while the dispute is open', async () => {
    const { orderId, sessionId } = await startOrder(shop);
    shop.stripe.books.pay(sessionId);
    shop.stripe.books.tamper(sessionId, { amount_total: 450 });
    expect(await settle(orderId)).toBe('review');
    dispute(sessionId);
    const decided = await decideOrder(shop.parts, staff, {
      orderId,
      decision: 'deliver',
      reason: 'Known buyer',
    });
    expect(decided).toBe('disputed');
    expect(await lease()).toEqual([]);
    dispute(sessionId, 'won');
    expect(await settle(orderId)).toBe('paid');
    expect(await lease()).toHaveLength(3);
  });
});
