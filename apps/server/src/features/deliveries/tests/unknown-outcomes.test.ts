import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { makeAllDue, queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { addServer } from '#test/second-server.ts';
import { observeDeliveries } from '#features/deliveries/dead-deliveries.service.ts';
import { withdrawOrderDeliveries, withdrawUndelivered } from '#features/deliveries/deliveries.service.ts';
import { selectOrdersWithUndelivered } from '#features/deliveries/deliveries.queries.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { selectDeliveryStatesOfOrders } from '#features/deliveries/line-states.queries.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
observeDeliveries(portal.parts.metrics, db);
const staff = await createStaff(portal, ['orders']);
beforeEach(() => db.delete(deliveries));

const makeUnknown = async () => {
  const [{ id } = { id: 0 }] = await portal.lease(1);
  await portal.acknowledge([{ id, result: 'unknown', detail: 'no answer' }]);
  return id;
};
const decide = (action: 'retry' | 'mark-delivered' | 'cancel', id: number, token = staff.token) =>
  portal.call('POST', `/admin/deliveries/${id}/${action}`, {
    token,
    body: { reason: 'Seen in the mailbox' },
  });
const list = async (query: string) =>
  (await portal.call('GET', `/admin/deliveries?${query}`, { token: staff.token })).json();
const states = async () => (await readDeliveries(db)).map(({ effect, state }) => `${effect} ${state}`);

describe('a delivery whose outcome is unknown', () => {
  test('is listed by its state, and counted', async () => {
    await queueItems(portal, 2);
    const id = await makeUnknown();
    expect((await list('state=unknown')).deliveries).toMatchObject([
      { deliveryId: id, state: 'unknown', failure: null, detail: 'no answer' },
    ]);
    expect((await portal.parts.metrics.render()).body).toMatch(/waygate_deliveries_unknown 1\n/);
  });

  test('can be marked as delivered, with an audit entry', async () => {
    const { orderId } = await queueOrder(portal);
    const id = await makeUnknown();
    expect((await decide('mark-delivered', id)).json()).toMatchObject({ state: 'applied' });
    expect(await auditOf(portal, 'delivery.mark_delivered', id)).toMatchObject([
      { before: { state: 'unknown' }, after: { state: 'applied' } },
    ]);
    expect(await selectDeliveryStatesOfOrders(db, [orderId])).toMatchObject([{ state: 'delivered' }]);
  });

  test('can be sent again, which the lease says and which counts as a gift', async () => {
    await queueItems(portal, 1, { quantity: 3 });
    for (const sendAgain of [1, 2]) {
      const id = await makeUnknown();
      expect((await decide('retry', id)).json()).toMatchObject({ state: 'pending' });
      const [again] = await portal.lease();
      expect(again).toMatchObject({ id, sendAgain });
      await db.execute(sql`update deliveries set available_at = now() - interval '1 second'`);
    }
    const { rows } = await db.execute(sql`
      select count(*)::int as entries from audit_entries where kind = 'delivery.retry'`);
    expect(rows).toEqual([{ entries: 2 }]);
  });

  test('is sent again only with a reason, which the audit log keeps', async () => {
    await queueItems(portal, 1);
    const id = await makeUnknown();
    const again = (body: object) =>
      portal.call('POST', `/admin/deliveries/${id}/retry`, { token: staff.token, body });
    const refused = await again({});
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { reason: 'Please give a reason: it may arrive twice.' },
    ]);
    expect(await states()).toEqual(['grant unknown']);
    expect((await again({ reason: 'Not in the mailbox' })).statusCode).toBe(200);
    const { rows } = await db.execute(sql`
      select reason from audit_entries where kind = 'delivery.retry' and target = ${String(id)}`);
    expect(rows).toEqual([{ reason: 'Not in the mailbox' }]);
  });

  test('a delivery that was never doubtful says nothing of being sent again', async () => {
    await queueItems(portal, 1);
    expect((await portal.lease())[0]).not.toHaveProperty('sendAgain');
  });

  test('is never part of the bulk retry', async () => {
    await queueItems(portal, 2);
    await makeUnknown();
    const [{ id } = { id: 0 }] = await portal.lease();
    await portal.acknowledge([{ id, result: 'reject' }]);
    const response = await portal.call('POST', '/admin/deliveries/retry', { token: staff.token, body: {} });
    expect(response.json()).toEqual({ retried: 1, skipped: 0, left: 0 });
    expect(await states()).toEqual(['grant unknown', 'grant pending']);
  });

  test('is decided once by staff who decide differently at the same time', async () => {
    const colleague = await createStaff(portal, ['orders']);
    await queueItems(portal, 1);
    const id = await makeUnknown();
    const responses = await Promise.all([
      decide('retry', id),
      decide('mark-delivered', id, colleague.token),
      decide('retry', id, colleague.token),
      decide('mark-delivered', id),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
  });

  test('waits with its order while the payment is disputed', async () => {
    await queueItems(portal, 1);
    const id = await makeUnknown();
    await db.execute(sql`update deliveries set available_at = 'infinity'`);
    const held = await decide('retry', id);
    expect([held.statusCode, held.json().message]).toEqual([
      409,
      'This delivery is on hold while the payment is disputed and cannot be retried.',
    ]);
    expect((await list('state=unknown')).deliveries).toMatchObject([{ isOnHold: true }]);
  });

  test('leaves a revocation to staff when it is cancelled, who send it or not', async () => {
    for (const action of ['retry', 'mark-delivered', 'cancel'] as const) {
      await db.delete(deliveries);
      await queueItems(portal, 1);
      const id = await makeUnknown();
      expect((await decide('cancel', id)).statusCode).toBe(200);
      expect(await states()).toEqual(['grant cancelled', 'revoke unknown']);
      const [, revocation] = await readDeliveries(db);
      expect((await decide(action, revocation?.id ?? 0)).statusCode).toBe(200);
      const after = { retry: 'pending', 'mark-delivered': 'applied', cancel: 'cancelled' }[action];
      expect(await states()).toEqual(['grant cancelled', `revoke ${after}`]);
      await makeAllDue(db);
      expect(await portal.lease()).toHaveLength(action === 'retry' ? 1 : 0);
    }
  });

  test('counts as undelivered where a portal leaves a simulation', async () => {
    const { orderId } = await queueOrder(portal, 2);
    await makeUnknown();
    await portal.lease();
    await db.execute(sql`update deliveries set state = 'awaiting_character' where state = 'leased'`);
    expect(await selectOrdersWithUndelivered(db)).toEqual([orderId]);
    const withdrawn = await db.transaction((tx) =>
      withdrawUndelivered(tx, { orderIds: [orderId], reason: 'simulation' }),
    );
    expect(withdrawn).toBe(2);
    expect(await states()).toEqual([
      'grant cancelled',
      'grant cancelled',
      'revoke unknown',
      'revoke pending',
    ]);
  });

  test('is refunded once by ten callers at once', async () => {
    const { orderId } = await queueOrder(portal);
    await makeUnknown();
    await Promise.all(
      Array.from({ length: 10 }, () => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId))),
    );
    expect(await states()).toEqual(['grant cancelled', 'revoke unknown']);
  });
});

describe('lists of staff', () => {
  test('filter by game server, and by what was collected', async () => {
    const north = await addServer(portal);
    await queueItems(portal, 2);
    await queueItems(portal, 1, { serverId: north.serverId, characterId: '150', characterName: 'Kara' });
    expect((await list(`state=all&server=${north.serverId}`)).deliveries).toMatchObject([
      { serverName: 'North', characterId: '150', characterName: 'Kara' },
    ]);
    expect(await list('state=all&server=1')).toMatchObject({ total: 2 });
    const [applied, collected] = await portal.lease();
    await portal.acknowledge([
      { id: applied?.id ?? 0, result: 'applied', collectBy: '2026-12-24T10:00:00Z' },
      { id: collected?.id ?? 0, result: 'applied' },
    ]);
    const { idempotencyKey } = collected ?? { idempotencyKey: '' };
    const collectedAt = '2026-11-20T10:00:00.000Z';
    await portal.bridge('POST', 'collections', { body: [{ idempotencyKey, collectedAt }] });
    expect((await list('state=collected')).deliveries).toMatchObject([{ state: 'collected', collectedAt }]);
    expect((await list('state=applied')).deliveries).toMatchObject([
      { state: 'collected' },
      { state: 'applied', collectBy: '2026-12-24T10:00:00.000Z' },
    ]);
    const inventory = await portal.call('GET', `/admin/game/inventory?server=${north.serverId}`, {
      token: (await createStaff(portal, ['gameInventory'])).token,
    });
    expect(inventory.json().inventory).toMatchObject([{ serverId: north.serverId, pending: 1 }]);
  });
});
