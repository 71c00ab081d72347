import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { useBridgePortal, queueItems, queueOrder, readDeliveries } from '#test/bridge.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal();
const staff = await createStaff(portal, ['orders']);
beforeEach(() => portal.parts.db.delete(deliveries));

async function list(query = ''): Promise<{ deliveries: AdminDelivery[]; total: number }> {
  const response = await portal.call('GET', `/admin/deliveries${query}`, { token: staff.token });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const act = (action: string, id: number, token = staff.token) =>
  portal.call('POST', `/admin/deliveries/${id}/${action}`, {
    token,
    body: action === 'retry' ? {} : { reason: 'Given by hand' },
  });

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const idsOf = ({ deliveries: rows }: { deliveries: AdminDelivery[] }) =>
  rows.map(({ deliveryId }) => deliveryId);

/** Leased and answered, oldest first. */
async function answer(result: 'reject' | 'applied' | 'retry', count = 1): Promise<number[]> {
  const leased = await portal.lease(count);
  await portal.acknowledge(leased.map(({ id }) => ({ id, result, detail: `said ${result}` })));
  return leased.map(({ id }) => id);
}

describe('the list of deliveries', () => {
  test('shows dead deliveries, newest first, unless another state is requested', async () => {
    const { orderId, accountId } = await queueOrder(portal, 5);
    const [first = 0, second = 0] = await answer('reject', 2);
    const [applied] = await answer('applied');
    const [leased] = await portal.lease(1);
    const dead = await list();
    expect(dead).toMatchObject({ total: 2, totalIsExact: true });
    expect(idsOf(dead)).toEqual([second, first]);
    expect(dead.deliveries[1]).toEqual({
      deliveryId: first,
      accountDBID: accountId,
      userName: expect.stringMatching(/^hero_/),
      serverId: 1,
      serverName: 'Game server',
      characterId: null,
      characterName: null,
      effect: 'grant',
      kind: 'item',
      itemId: 1,
      itemName: 'A thing',
      quantity: 1,
      state: 'dead',
      isOnHold: false,
      attempts: 1,
      failure: 'rejected',
      isMarkedDelivered: false,
      detail: 'said reject',
      problem: null,
      collectBy: null,
      collectedAt: null,
      orderId,
      createdAt: expect.any(String),
      settledAt: expect.any(String),
    });
    expect(idsOf(await list('?sort=deliveryId'))).toEqual([first, second]);
    expect(idsOf(await list('?state=applied'))).toEqual([applied]);
    expect(idsOf(await list('?state=leased'))).toEqual([leased?.id]);
    expect(await list('?state=pending')).toMatchObject({ total: 1 });
    expect(await list('?state=all')).toMatchObject({ total: 5 });
    expect(await list('?state=cancelled')).toEqual({ deliveries: [], total: 0, totalIsExact: true });
  });

  test('names items that were not bought as the catalogue does, and not those that it lacks', async () => {
    await portal.parts.db.execute(sql`
      with product as (
        insert into products (storefront, name, price_cents) values ('shop', 'Chest', 499) returning id)
      insert into product_lines (product_id, position, kind, quantity, item_id, label)
      select id, 1, 'item', 1, 1, 'Lantern' from product`);
    await queueItems(portal, 2);
    const names = (await list('?state=all&sort=deliveryId')).deliveries.map(({ itemId, itemName }) => [
      itemId,
      itemName,
    ]);
    expect(names).toEqual([
      [1, 'Lantern'],
      [2, null],
    ]);
  });

  test('filters by account, by name, and by the ids of delivery, order and account', async () => {
    const [mine, other] = [await queueOrder(portal, 2), await queueOrder(portal, 1)];
    const dead = await answer('reject', 3);
    const [account] = await portal.parts.db
      .select({ name: accounts.userName })
      .from(accounts)
      .where(eq(accounts.id, mine.accountId));
    const ofMine = dead.slice(0, 2).toReversed();
    expect(idsOf(await list(`?account=${mine.accountId}`))).toEqual(ofMine);
    expect(idsOf(await list(`?search=${account?.name.slice(3).toUpperCase()}`))).toEqual(ofMine);
    expect(idsOf(await list(`?search=${mine.orderId}`))).toEqual(expect.arrayContaining(ofMine));
    expect(idsOf(await list(`?search=${mine.accountId}`))).toEqual(expect.arrayContaining(ofMine));
    expect(idsOf(await list(`?search=${dead[2]}`))).toContain(dead[2]);
    const { rows } = await portal.parts.db.execute<{ id: number }>(
      sql`select product_id as id from orders where id = ${mine.orderId}`,
    );
    expect(idsOf(await list(`?product=${rows[0]?.id}&kind=item&account=${mine.accountId}`))).toEqual(ofMine);
    expect(await list('?kind=club_days')).toMatchObject({ total: 0 });
    expect(
      idsOf(await list(`?account=${mine.accountId}&from=${hoursFromNow(-1)}&to=${hoursFromNow(1)}`)),
    ).toEqual(ofMine);
    expect(await list(`?account=${mine.accountId}&to=${hoursFromNow(-1)}`)).toMatchObject({ total: 0 });
    expect(await list(`?account=${other.accountId}&search=${account?.name}`)).toMatchObject({ total: 0 });
    expect(await list('?search=nobody at all')).toMatchObject({ total: 0 });
    expect(await list('?search=%25')).toMatchObject({ total: 0 });
  });

  test('is paged', async () => {
    await queueItems(portal, 23);
    await answer('reject', 23);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}`)));
    expect(pages.map(({ deliveries: rows }) => rows.length)).toEqual([10, 10, 3, 0]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(23);
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
  });
});

describe('staff', () => {
  test.each([
    ['retry', 'delivery.retry', { state: 'pending', attempts: 1, detail: 'said reject', settledAt: null }],
    ['cancel', 'delivery.cancel', { state: 'cancelled', detail: 'cancelled by staff' }],
    ['mark-delivered', 'delivery.mark_delivered', { state: 'applied', detail: 'delivered by staff' }],
  ] as const)('%s a dead delivery, with an audit entry', async (action, kind, after) => {
    const [row] = await queueItems(portal, 1);
    const [id = 0] = await answer('reject');
    const response = await act(action, id);
    expect(response.json()).toMatchObject({ deliveryId: id, accountDBID: row?.accountId, ...after });
    expect(await auditOf(portal, kind, id)).toMatchObject([
      {
        staffId: staff.id,
        accountId: row?.accountId,
        before: { state: 'dead' },
        after: { state: after.state },
      },
    ]);
  });

  test('revoke what the game may have applied although its confirmation was lost, when they cancel it', async () => {
    await queueItems(portal, 1);
    const [id = 0] = await answer('retry');
    await act('cancel', id);
    expect((await readDeliveries(portal.parts.db)).map(({ effect, state }) => `${effect} ${state}`)).toEqual([
      'grant cancelled',
      'revoke pending',
    ]);
  });

  test.each([
    ['retry', 'applied', 'This delivery has reached the game and cannot be retried.'],
    ['cancel', 'applied', 'This delivery has reached the game and cannot be cancelled.'],
    ['mark-delivered', 'pending', 'This delivery is waiting for the game and cannot be marked as delivered.'],
  ] as const)('cannot %s what is %s', async (action, state, message) => {
    await queueItems(portal, 1);
    const [row] = await readDeliveries(portal.parts.db);
    await portal.parts.db.update(deliveries).set({ state });
    const response = await act(action, row?.id ?? 0);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'conflict', message });
    expect((await readDeliveries(portal.parts.db))[0]).toEqual({ ...row, state });
  });

  test.each(['retry', 'cancel', 'mark-delivered'])('cannot %s a missing delivery', async (action) => {
    expect((await act(action, 2_000_000_000)).json()).toMatchObject({
      code: 'not_found',
      message: 'There is no such delivery.',
    });
  });

  test('who decide concurrently get one success, and the others see the current state', async () => {
    const colleague = await createStaff(portal, ['orders']);
    await queueItems(portal, 1);
    const [id = 0] = await answer('reject');
    const responses = await Promise.all([
      act('retry', id),
      act('mark-delivered', id, colleague.token),
      act('cancel', id),
      act('retry', id, colleague.token),
      act('mark-delivered', id),
    ]);
    const won = responses.filter(({ statusCode }) => statusCode === 200);
    const lost = responses.filter(({ statusCode }) => statusCode === 409);
    expect(won.length + lost.length).toBe(5);
    // What was set to be retried can still be cancelled; nothing else goes twice.
    const isRetried = won.some((response) => response.json().state === 'pending');
    expect(won.length).toBeLessThanOrEqual(isRetried ? 2 : 1);
    for (const response of lost)
      expect(response.json().message).toMatch(
        /^This delivery (is waiting for the game|has reached the game|was cancelled) and cannot be /,
      );
    const kinds = ['delivery.retry', 'delivery.cancel', 'delivery.mark_delivered'] as const;
    const entries = await Promise.all(kinds.map((kind) => auditOf(portal, kind, id)));
    expect(entries.flat()).toHaveLength(won.length);
  });

  test('of other sections are refused like players and visitors, and nothing is written', async () => {
    await queueItems(portal, 1);
    const [id = 0] = await answer('reject');
    const before = await readDeliveries(portal.parts.db);
    const player = await createSignedInPlayer(portal);
    const other = await createStaff(portal, ['products', 'users']);
    for (const action of ['retry', 'cancel', 'mark-delivered']) {
      expect((await portal.call('POST', `/admin/deliveries/${id}/${action}`)).statusCode).toBe(401);
      expect((await act(action, id, player.token)).statusCode).toBe(403);
      expect((await act(action, id, other.token)).statusCode).toBe(403);
    }
    expect((await portal.call('GET', '/admin/deliveries', { token: other.token })).statusCode).toBe(403);
    expect(await readDeliveries(portal.parts.db)).toEqual(before);
  });
});
