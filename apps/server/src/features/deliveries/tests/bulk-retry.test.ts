import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { queueItems, queueOrder, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const staff = await createStaff(portal, ['orders']);
beforeEach(() => db.delete(deliveries));

const retry = (body: object = {}, token = staff.token) =>
  portal.call('POST', '/admin/deliveries/retry', { token, body });
const states = async () => (await readDeliveries(db)).map(({ state }) => state);

const failuresIn = async (query: string) => {
  const response = await portal.call('GET', `/admin/deliveries${query}`, { token: staff.token });
  return response.json().deliveries.map(({ failure }: { failure: DeliveryFailure | null }) => failure);
};

/** Dead deliveries of one account. */
async function makeDead(count: number, failure: DeliveryFailure, accountId?: number): Promise<number> {
  const [row] = await queueItems(portal, count, accountId === undefined ? {} : { accountId });
  const leased = await portal.lease();
  await portal.acknowledge(leased.map(({ id }) => ({ id, result: 'reject' })));
  const ids = leased.map(({ id }) => id);
  for (const id of ids) await db.execute(`update deliveries set failure = '${failure}' where id = ${id}`);
  return row?.accountId ?? 0;
}

describe('retrying all failed deliveries', () => {
  test('queues each again, once, with one audit entry', async () => {
    await makeDead(3, 'rejected');
    await makeDead(2, 'exhausted');
    const answers = await Promise.all([retry(), retry(), retry()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const counts = answers.map((answer) => answer.json().retried).toSorted((a, b) => a - b);
    expect(counts).toEqual([0, 0, 5]);
    expect(answers.find((answer) => answer.json().retried === 5)?.json()).toEqual({
      retried: 5,
      skipped: 0,
      left: 0,
    });
    expect(await states()).toEqual(Array(5).fill('pending'));
    expect(await readDeliveries(db)).toMatchObject(
      Array.from({ length: 5 }, () => ({ attempts: 1, settledAt: null })),
    );
    const ids = (await readDeliveries(db)).map(({ id }) => id);
    expect(await auditOf(portal, 'delivery.retry_all', 'all')).toMatchObject([
      { staffId: staff.id, after: { retried: 5, deliveries: expect.arrayContaining(ids) } },
    ]);
    expect((await retry()).json()).toEqual({ retried: 0, skipped: 0, left: 0 });
    expect(await auditOf(portal, 'delivery.retry_all', 'all')).toHaveLength(1);
  });

  test('retries only those of a reason or of an account', async () => {
    const account = await makeDead(2, 'rejected');
    await makeDead(2, 'exhausted');
    expect((await retry({ failure: 'exhausted' })).json()).toMatchObject({ retried: 2 });
    expect(await states()).toEqual(['dead', 'dead', 'pending', 'pending']);
    await db.update(deliveries).set({ state: 'dead' });
    expect((await retry({ account })).json()).toMatchObject({ retried: 2 });
    expect(await states()).toEqual(['pending', 'pending', 'dead', 'dead']);
  });

  test('skips accounts that the staff member may not edit, and their own', async () => {
    const [player, owner] = [await createSignedInPlayer(portal), await createOwner(portal)];
    await makeDead(1, 'rejected', player.id);
    await makeDead(1, 'rejected', owner.id);
    await makeDead(1, 'rejected', staff.id);
    expect((await retry()).json()).toEqual({ retried: 1, skipped: 2, left: 0 });
    expect(await states()).toEqual(['pending', 'dead', 'dead']);
    expect((await retry({}, owner.token)).json()).toEqual({ retried: 2, skipped: 0, left: 0 });
  });

  test.each([{}, { failure: 'suspicious_duplicate' }])(
    'skips revocations that could take something else away, with the filter %j',
    async (filter) => {
      const { orderId } = await queueOrder(portal);
      const [grant] = await portal.lease();
      await portal.acknowledge([{ id: grant?.id ?? 0, result: 'duplicate' }]);
      await db.transaction((tx) => withdrawOrderDeliveries(tx, orderId));
      await makeDead(1, 'suspicious_duplicate');
      expect((await retry(filter)).json()).toEqual({ retried: 1, skipped: 1, left: 0 });
      expect(await states()).toEqual(['cancelled', 'dead', 'pending']);
    },
  );

  test.each([{ failure: 'unlucky' }, { account: 0 }, { account: 'all' }, { account: 3_000_000_000 }])(
    'refuses %j',
    async (body) => {
      await makeDead(1, 'rejected');
      expect((await retry(body)).statusCode).toBe(400);
      expect(await states()).toEqual(['dead']);
    },
  );

  test('is refused to players, visitors and other staff', async () => {
    await makeDead(1, 'rejected');
    const player = await createSignedInPlayer(portal);
    const other = await createStaff(portal, ['products']);
    const answers = [await retry({}, player.token), await retry({}, other.token), await retry({}, 'nobody')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401]);
    expect(await states()).toEqual(['dead']);
  });
});

test('the list shows why a delivery is dead, and only then', async () => {
  await makeDead(1, 'exhausted');
  await makeDead(2, 'mismatch');
  expect(await failuresIn('')).toEqual(['mismatch', 'mismatch', 'exhausted']);
  expect(await failuresIn('?failure=exhausted')).toEqual(['exhausted']);
  expect(await failuresIn('?failure=rejected')).toEqual([]);
  await retry({ failure: 'exhausted' });
  expect(await failuresIn('?state=all&failure=exhausted')).toEqual([]);
  expect(await failuresIn('?state=pending')).toEqual([null]);
});
