import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { withdrawDeliveries, withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { selectDeliveryStatesOfOrders } from '#features/deliveries/line-states.queries.ts';
import { lockAccounts } from '#features/identity/identity.ts';
import { redeliverBatch } from '#features/redeliveries/batches.service.ts';
import { createOwner, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { createTestAccount } from '#test/factories.ts';
import { countLockWaits } from '#test/locks.ts';
import { moveApplied, readRedelivered, redeliveriesBy, redeliverAll } from '#test/redeliveries.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const [owner, staff] = [await createOwner(portal), await createStaff(portal, ['orders'])];
const [byOwner, byStaff] = [redeliveriesBy(portal, owner.token), redeliveriesBy(portal, staff.token)];
beforeEach(async () => {
  await db.execute(sql`delete from account_packs`);
  await db.execute(sql`delete from account_benefits`);
  await db.delete(deliveries);
  await db.execute(sql`delete from redeliveries`);
});

/** Everything that is due reaches the game. */
async function applyAll(): Promise<void> {
  for (;;) {
    const leased = await portal.lease();
    if (leased.length === 0) return;
    await portal.acknowledge(leased.map(({ id }) => ({ id, result: 'applied' as const })));
  }
}
const withdraw = (orderId: number) => db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
const redeliverInFives = async () => {
  while (await redeliverBatch(db, 5));
};
const states = async () => (await readDeliveries(db)).map(({ effect, state }) => `${effect} ${state}`);
const setOrder = (id: number, state: string) =>
  db.execute(sql`
    alter table orders disable trigger user; update orders set state = ${sql.raw(`'${state}'`)} where id = ${sql.raw(String(id))};
    alter table orders enable trigger user`);
const lineStates = async (orderId: number) =>
  (await selectDeliveryStatesOfOrders(db, [orderId])).map(({ state }) => state);

describe('under the same keys', () => {
  test('leases what was applied since a time again, a grant before its revocation', async () => {
    await queueItems(portal, 2);
    await applyAll();
    await moveApplied(db, '2 hours');
    const refunded = await queueOrder(portal, 2);
    await applyAll();
    await withdraw(refunded.orderId);
    await applyAll();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await byOwner.preview({ mode: 'same_keys', since })).toMatchObject({
      deliveries: 4,
      players: 1,
      kindsTotal: 4,
      accounts: [{ accountDBID: refunded.accountId, deliveries: 4 }],
      excluded: [],
    });
    expect(await byOwner.redeliver({ mode: 'same_keys', since })).toBe(4);
    const again = await portal.lease();
    expect(again.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      ...refunded.keys,
      ...refunded.keys.map((key) => `${key}:revoke`),
    ]);
    const rows = await readDeliveries(db);
    expect(rows.slice(0, 2).map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect(rows[2]).toMatchObject({ state: 'leased', attempts: 0, leases: 2 });
  });

  test('leaves alone what waits, failed or was cancelled', async () => {
    await queueItems(portal, 3);
    const [first, second] = await portal.lease(2);
    await portal.acknowledge([{ id: first?.id ?? 0, result: 'reject' }]);
    const before = await readDeliveries(db);
    expect(second).toBeDefined();
    expect(await byOwner.preview({ mode: 'same_keys' })).toMatchObject({ deliveries: 0, excluded: [] });
    const response = await byOwner.send({ ...(await byOwner.requestOf({ mode: 'same_keys' })), expected: 3 });
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'There is nothing left to send, not 3 as counted before. Please count again.',
    ]);
    await redeliverAll(portal.parts);
    expect(await readDeliveries(db)).toEqual(before);
  });

  test('a refund afterwards revokes what is queued again, although it was never tried since', async () => {
    const { orderId, keys } = await queueOrder(portal);
    await applyAll();
    await byOwner.redeliver({ mode: 'same_keys' });
    await withdraw(orderId);
    expect(await states()).toEqual(['grant cancelled', 'revoke pending']);
    expect((await portal.lease())[0]).toMatchObject({ revokesKey: keys[0] });
  });

  test('an acknowledgement of a lease from before is not taken for the new one', async () => {
    await queueItems(portal, 1);
    const [leased] = await portal.lease();
    const late = { id: leased?.id ?? 0, result: 'applied' as const };
    await portal.acknowledge([late]);
    await byOwner.redeliver({ mode: 'same_keys' });
    expect(await portal.acknowledge([late])).toEqual(['unchanged']);
    expect(await states()).toEqual(['grant pending']);
    await portal.lease();
    expect(await portal.acknowledge([late])).toEqual(['settled']);
  });

  test('does not send a grant whose revocation failed, or was applied outside of the time', async () => {
    const [failed, older] = [await queueOrder(portal), await queueOrder(portal)];
    await applyAll();
    await withdraw(failed.orderId);
    const [revocation] = await portal.lease();
    await portal.acknowledge([{ id: revocation?.id ?? 0, result: 'reject' }]);
    await withdraw(older.orderId);
    await applyAll();
    await db.execute(sql`
      update deliveries set settled_at = settled_at - interval '2 hours'
      where order_id = ${older.orderId} and effect = 'revoke'`);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await byOwner.preview({ mode: 'same_keys', since })).toMatchObject({
      deliveries: 0,
      excluded: [{ reason: 'not_owed', deliveries: 2, players: 2 }],
    });
  });

  test('what was given by hand is sent again only with a time', async () => {
    await queueItems(portal, 1);
    await applyAll();
    await db.execute(sql`update deliveries set is_marked_delivered = true`);
    expect(await byOwner.preview({ mode: 'same_keys' })).toMatchObject({
      deliveries: 0,
      excluded: [{ reason: 'by_hand', deliveries: 1 }],
    });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await byOwner.redeliver({ mode: 'same_keys', since })).toBe(1);
  });
});

describe('under new keys', () => {
  test('grants what is still owed under keys that fit, and marks the old ones as superseded', async () => {
    const [kept, refunded] = [await queueOrder(portal, 2), await queueOrder(portal)];
    await applyAll();
    await withdraw(refunded.orderId);
    await applyAll();
    expect(await byOwner.preview({ mode: 'new_keys' })).toMatchObject({
      deliveries: 2,
      players: 1,
      excluded: [{ reason: 'not_owed', deliveries: 1 }],
    });
    expect(await byOwner.redeliver({ mode: 'new_keys' })).toBe(2);
    const rows = await readDeliveries(db);
    const again = rows.filter(({ supersedesKey }) => supersedesKey !== null);
    expect(again.map(({ supersedesKey, state }) => [supersedesKey, state])).toEqual(
      kept.keys.map((key) => [key, 'pending']),
    );
    for (const { idempotencyKey } of again) expect(`${idempotencyKey}:revoke`.length).toBeLessThanOrEqual(64);
    expect(await lineStates(kept.orderId)).toEqual(['on_its_way', 'on_its_way']);
    await applyAll();
    expect(await lineStates(kept.orderId)).toEqual(['delivered', 'delivered']);
    expect(await lineStates(refunded.orderId)).toEqual(['revoked']);
  });

  test('a refund afterwards revokes the new grant and, in case the game was not wiped, the old one', async () => {
    const { orderId, keys } = await queueOrder(portal);
    await applyAll();
    await byOwner.redeliver({ mode: 'new_keys' });
    await applyAll();
    await withdraw(orderId);
    await withdraw(orderId);
    const revoked = (await portal.lease()).map(({ revokesKey }) => revokesKey);
    expect(revoked).toHaveLength(2);
    expect(revoked).toContain(keys[0]);
    expect(await lineStates(orderId)).toEqual(['revoked']);
  });

  test('waits for a revocation that is under way, and sends nothing of what it took', async () => {
    const [row] = await queueItems(portal, 1);
    await applyAll();
    await byOwner.send(await byOwner.requestOf({ mode: 'new_keys' }));
    const { promise: stalled, resolve: release } = Promise.withResolvers<void>();
    const before = await countLockWaits(db);
    const revoking = db.transaction(async (tx) => {
      await lockAccounts(tx, [row?.accountId ?? 0]);
      await withdrawDeliveries(tx, [row?.idempotencyKey ?? '']);
      await stalled;
    });
    const sending = redeliverAll(portal.parts);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(before);
    release();
    await Promise.all([revoking, sending]);
    expect(await states()).toEqual(['grant applied', 'revoke pending']);
  });

  test('twice by the same request is once; another run supersedes what the first one brought', async () => {
    await queueItems(portal, 3);
    await applyAll();
    const request = await byOwner.requestOf({ mode: 'new_keys' });
    const answers = await Promise.all([1, 2, 3].map(() => byOwner.send(request)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await redeliverAll(portal.parts);
    expect((await byOwner.send(request)).json()).toMatchObject({ id: request.id, redelivered: 3 });
    await redeliverAll(portal.parts);
    expect(await states()).toEqual([...Array(3).fill('grant superseded'), ...Array(3).fill('grant pending')]);
    expect(await auditOf(portal, 'delivery.redeliver', request.id)).toHaveLength(1);
    // What isn't applied can't be lost.
    expect(await byOwner.preview({ mode: 'new_keys' })).toMatchObject({ deliveries: 0 });
    await applyAll();
    expect(await byOwner.preview({ mode: 'new_keys' })).toMatchObject({
      deliveries: 3,
      redeliveredBefore: 3,
    });
    expect(await byOwner.redeliver({ mode: 'new_keys' })).toBe(3);
    expect((await states()).filter((state) => state === 'grant pending')).toHaveLength(3);
  });

  test('by two owners at once, each is granted once more', async () => {
    const other = redeliveriesBy(portal, (await createOwner(portal)).token);
    await queueItems(portal, 40);
    await applyAll();
    const requests = await Promise.all([byOwner, other].map((by) => by.requestOf({ mode: 'new_keys' })));
    const answers = await Promise.all(requests.map((request) => byOwner.send(request)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await Promise.all([1, 2, 3, 4].map(() => redeliverInFives()));
    await redeliverInFives();
    const sums = await Promise.all(requests.map(({ id }) => readRedelivered(db, id)));
    expect(sums.reduce((sum, each) => sum + each)).toBe(40);
    expect((await states()).filter((state) => state === 'grant pending')).toHaveLength(40);
  });

  test('orders in a dispute or review are left out and named; what has ended is not sent', async () => {
    const [disputed, reviewed, paid] = [
      await queueOrder(portal),
      await queueOrder(portal),
      await queueOrder(portal),
    ];
    const ended = new Date(Date.now() - 60_000);
    const running = new Date(Date.now() + 3_600_000);
    await queueItems(portal, 1, { kind: 'benefit', availableUntil: ended });
    await queueItems(portal, 1, { kind: 'benefit', availableUntil: running });
    await applyAll();
    await setOrder(disputed.orderId, 'disputed');
    await setOrder(reviewed.orderId, 'review');
    const preview = await byOwner.preview({ mode: 'new_keys' });
    expect(preview).toMatchObject({ deliveries: 2, players: 2 });
    expect(preview.excluded).toMatchObject([
      {
        reason: 'held',
        deliveries: 2,
        players: 2,
        accounts: [{ accountDBID: disputed.accountId }, { accountDBID: reviewed.accountId }],
      },
      { reason: 'not_owed', deliveries: 1, players: 1 },
    ]);
    expect(await byOwner.redeliver({ mode: 'new_keys' })).toBe(2);
    const again = (await readDeliveries(db)).filter(({ supersedesKey }) => supersedesKey !== null);
    expect(again).toMatchObject([
      { orderId: paid.orderId, availableUntil: null },
      { kind: 'benefit', availableUntil: running },
    ]);
    expect(await byOwner.preview({ mode: 'same_keys' })).toMatchObject({
      excluded: [{ reason: 'held', deliveries: 2 }],
    });
  });

  test.each([
    ['same_keys', 1],
    ['new_keys', 0],
  ] as const)('what is held for a dispute is never made due, also under %s', async (mode, sent) => {
    const [held, lostDispute] = [await queueOrder(portal), await queueOrder(portal)];
    await applyAll();
    await db.execute(sql`update deliveries set available_at = 'infinity'`);
    await withdraw(lostDispute.orderId);
    await applyAll();
    const preview = await byOwner.preview({ mode });
    expect(preview.excluded).toMatchObject([
      { reason: 'held', deliveries: 1, accounts: [{ accountDBID: held.accountId }] },
      { reason: 'not_owed', deliveries: 1, accounts: [{ accountDBID: lostDispute.accountId }] },
    ]);
    expect(preview.deliveries > 0 ? await byOwner.redeliver({ mode }) : 0).toBe(sent);
    expect((await portal.lease()).filter(({ effect }) => effect === 'grant')).toEqual([]);
  });

  test('a running club is granted for its remaining days alone, the newest first', async () => {
    const accountId = await createTestAccount(db);
    await queueItems(portal, 1, { accountId, kind: 'club_days', itemId: null, quantity: 30 });
    await queueItems(portal, 1, { accountId, kind: 'club_days', itemId: null, quantity: 30 });
    await queueItems(portal, 1, { accountId, kind: 'club_days', itemId: null, quantity: 7 });
    await applyAll();
    await db.execute(sql`
      update accounts set agaia_club_expires_at = now() + interval '11 days 5 hours' where id = ${accountId}`);
    expect(await byOwner.preview({ mode: 'new_keys' })).toMatchObject({
      deliveries: 2,
      kinds: [{ kind: 'club_days', deliveries: 2, quantity: 12 }],
      excluded: [{ reason: 'not_owed', deliveries: 1 }],
    });
    for (let run = 0; run < 2; run += 1) {
      // One delivery at a time: the batches agree with the preview.
      const request = await byOwner.requestOf({ mode: 'new_keys' });
      expect((await byOwner.send(request)).statusCode).toBe(200);
      while (await redeliverBatch(db, 1));
      const sent = (await portal.lease()).map(({ id, quantity }) => ({ id, quantity }));
      expect(sent.map(({ quantity }) => quantity).toSorted((one, other) => one - other)).toEqual([5, 7]);
      await portal.acknowledge(sent.map(({ id }) => ({ id, result: 'applied' as const })));
    }
  });
});

describe('staff', () => {
  test('send to others as their rank allows, see who is left out, and need an owner for a new season', async () => {
    const colleague = await createStaff(portal, ['orders', 'users']);
    const mine = await queueOrder(portal);
    await queueItems(portal, 1, { accountId: staff.id });
    await queueItems(portal, 1, { accountId: colleague.id });
    await applyAll();
    expect((await byStaff.preview({ mode: 'same_keys' })).excluded).toEqual([
      {
        reason: 'own_account',
        deliveries: 1,
        players: 1,
        accounts: [{ accountDBID: staff.id, userName: staff.username }],
      },
      {
        reason: 'rank',
        deliveries: 1,
        players: 1,
        accounts: [{ accountDBID: colleague.id, userName: colleague.username }],
      },
    ]);
    expect(await byStaff.redeliver({ mode: 'same_keys' })).toBe(1);
    await applyAll();
    const refused = await byStaff.send(await byStaff.requestOf({ mode: 'new_keys' }));
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Only owners can send everything again under new keys.',
    ]);
    expect(await byStaff.redeliver({ mode: 'new_keys', scope: 'order', target: mine.orderId })).toBe(1);
    expect((await states()).filter((state) => state !== 'grant applied')).toEqual([
      'grant superseded',
      'grant pending',
    ]);
  });

  test('spend their budget on new keys, and none on the same keys', async () => {
    const accountId = await createTestAccount(db);
    await queueItems(portal, 2, { accountId, quantity: 251 });
    await applyAll();
    const spender = redeliveriesBy(portal, (await createStaff(portal, ['orders'])).token);
    const lost = { scope: 'account', target: accountId } as const;
    const refused = await spender.send(await spender.requestOf({ mode: 'new_keys', ...lost }));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'budget_exceeded']);
    expect(await spender.redeliver({ mode: 'same_keys', ...lost })).toBe(2);
    await applyAll();
    expect(await byOwner.redeliver({ mode: 'new_keys', ...lost })).toBe(2);
  });

  test('are refused when the number has changed since the dry run, and what came later is not part of it', async () => {
    const order = await queueOrder(portal, 3);
    await applyAll();
    const request = await byOwner.requestOf({ mode: 'new_keys' });
    await queueItems(portal, 2);
    await applyAll();
    expect((await byOwner.send(request)).json()).toMatchObject({ planned: 3 });
    await withdraw(order.orderId);
    await redeliverAll(portal.parts);
    // Refunded between confirmation and batch: nothing is sent, and the result says so.
    expect(await readRedelivered(db, request.id)).toBe(0);
    const late = await byOwner.send({ ...request, id: randomUUID() });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'There is nothing left to send, not 3 as counted before. Please count again.',
    ]);
  });

  test('get the filter, the mode, the number and their reason in the audit log', async () => {
    const { orderId } = await queueOrder(portal, 2);
    await applyAll();
    const request = await byOwner.requestOf({ mode: 'same_keys', scope: 'order', target: orderId });
    await byOwner.send(request);
    expect(await auditOf(portal, 'delivery.redeliver', request.id)).toEqual([
      {
        staffId: owner.id,
        accountId: null,
        before: null,
        after: {
          mode: 'same_keys',
          scope: 'order',
          target: orderId,
          since: null,
          until: request.until,
          deliveries: 2,
        },
      },
    ]);
    const list = await portal.call('GET', '/admin/redeliveries', { token: staff.token });
    expect(list.json().redeliveries).toMatchObject([
      { id: request.id, staffName: owner.username, planned: 2, redelivered: 0, finishedAt: null },
    ]);
    await redeliverAll(portal.parts);
    const done = await portal.call('GET', '/admin/redeliveries', { token: staff.token });
    expect(done.json().redeliveries).toMatchObject([
      { redelivered: 2, waiting: 2, failed: 0, finishedAt: expect.any(String) },
    ]);
    const found = async (query: string) => {
      const response = await portal.call('GET', `/admin/redeliveries?${query}`, { token: staff.token });
      return response
        .json()
        .redeliveries.map(({ id }: { id: string }) => id)
        .includes(request.id);
    };
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const query of ['state=with_game', `staff=${owner.id}&to=${tomorrow}`])
      expect([query, await found(query)]).toEqual([query, true]);
    for (const query of [
      'state=queueing',
      'state=failed',
      'state=done',
      `staff=${staff.id}`,
      `from=${tomorrow}`,
    ])
      expect([query, await found(query)]).toEqual([query, false]);
  });

  test('filter by player, order and product, each with a time', async () => {
    const [one, other] = [await queueOrder(portal, 2), await queueOrder(portal)];
    await queueItems(portal, 1, { accountId: one.accountId });
    await applyAll();
    const { rows } = await db.execute<{ id: number; name: string }>(sql`
      select product_id as id, product_name as name from orders where id = ${other.orderId}`);
    const count = async (scope: 'account' | 'order' | 'product', target: number) =>
      (await byOwner.preview({ mode: 'new_keys', scope, target })).deliveries;
    expect(await count('account', one.accountId)).toBe(3);
    expect(await count('order', one.orderId)).toBe(2);
    expect(await count('product', rows[0]?.id ?? 0)).toBe(1);
    await moveApplied(db, '2 hours');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const later = await byOwner.preview({ mode: 'new_keys', scope: 'account', target: one.accountId, since });
    expect(later).toMatchObject({ deliveries: 0, targetName: expect.stringMatching(/^hero_/) });
  });

  test.each([
    ['an unknown account', 'mode=same_keys&scope=account&target=987654321', 404, 'There is no such account.'],
    ['an unknown order', 'mode=same_keys&scope=order&target=987654321', 404, 'There is no such order.'],
    ['an unknown product', 'mode=same_keys&scope=product&target=987654321', 404, 'There is no such product.'],
    ['a scope without its id', 'mode=same_keys&scope=order', 400, expect.any(String)],
    ['everything with an id', 'mode=same_keys&scope=everything&target=1', 400, expect.any(String)],
    ['no mode', 'scope=everything', 400, expect.any(String)],
    ['a time that is none', 'mode=same_keys&scope=everything&since=20:00', 400, expect.any(String)],
  ])('who ask for %s are refused', async (_what, query, status, message) => {
    const response = await portal.call('GET', `/admin/redeliveries/preview?${query}`, { token: owner.token });
    expect([response.statusCode, response.json().message]).toEqual([status, message]);
  });

  test('cannot choose a bound that is yet to come, or use an id of another redelivery', async () => {
    await queueItems(portal, 1);
    await applyAll();
    const request = await byOwner.requestOf({ mode: 'same_keys' });
    const future = new Date(Date.now() + 60_000).toISOString();
    expect((await byOwner.send({ ...request, until: future })).statusCode).toBe(400);
    expect((await byOwner.send(request)).statusCode).toBe(200);
    expect((await byOwner.send({ ...request, mode: 'new_keys' })).statusCode).toBe(409);
  });
});
