import type { ReportedReceipt, UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { withdrawDeliveries } from '#features/deliveries/deliveries.service.ts';
import { createStaff, until } from '#test/account-journeys.ts';
import { BRIDGE_STATUS, queueItems, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { createTestAccount } from '#test/factories.ts';
import { countLockWaits } from '#test/locks.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const { token: staffToken } = await createStaff(portal, ['orders']);
const accountId = await createTestAccount(db);

beforeEach(async () => {
  for (const table of ['unmatched_receipts', 'receipt_reports', 'deliveries', 'restores'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
});

async function addRestore(): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into restores (backup, taken_at) values ('nightly', now() - interval '1 day') returning id`);
  return rows[0]?.id ?? 0;
}

const receiptOf = (idempotencyKey: string, effect: 'grant' | 'revoke' = 'grant'): ReportedReceipt => ({
  idempotencyKey,
  effect,
  accountDBID: accountId,
  kind: 'item',
  itemId: 7,
  quantity: 1,
  characterId: null,
  recordedAt: new Date().toISOString(),
});

async function report(restore: number, receipts: ReportedReceipt[], isLast = false): Promise<number> {
  const response = await portal.bridge('POST', 'receipts', { body: { restore, isLast, receipts } });
  expect(response.statusCode).toBe(200);
  return response.json().unmatched;
}

async function wantedRestore(): Promise<number | undefined> {
  const response = await portal.bridge('PUT', 'status', { body: BRIDGE_STATUS });
  return response.json().receiptsWanted?.restore;
}

async function listReceipts(): Promise<UnmatchedReceipt[]> {
  return (await portal.call('GET', '/admin/unmatched-receipts', { token: staffToken })).json().receipts;
}

const listKeys = async () => (await listReceipts()).map(({ idempotencyKey }) => idempotencyKey);

describe('a report', () => {
  test('without a restore is ignored', async () => {
    expect(await wantedRestore()).toBeUndefined();
    expect(await report(1, [receiptOf('lost:1')])).toBe(0);
    expect(await listReceipts()).toEqual([]);
  });

  test('of another restore than the newest is ignored, and ends nothing', async () => {
    const earlier = await addRestore();
    const newest = await addRestore();
    expect(await report(earlier, [receiptOf('lost:1')], true)).toBe(0);
    expect(await report(newest + 1, [receiptOf('lost:1')], true)).toBe(0);
    expect(await listReceipts()).toEqual([]);
    expect(await wantedRestore()).toBe(newest);
  });

  test('after the last page is ignored', async () => {
    const restore = await addRestore();
    expect(await report(restore, [receiptOf('lost:1')])).toBe(1);
    expect(await report(restore, [receiptOf('lost:2')], true)).toBe(1);
    expect(await report(restore, [receiptOf('lost:3')])).toBe(0);
    expect(await wantedRestore()).toBeUndefined();
    expect(await listKeys()).toEqual(['lost:2', 'lost:1']);
  });

  test('that eight bridges send at once lists each receipt once', async () => {
    const restore = await addRestore();
    const receipts = [receiptOf('lost:1'), receiptOf('lost:2')];
    await Promise.all(Array.from({ length: 8 }, () => report(restore, receipts)));
    expect(await listKeys()).toEqual(['lost:2', 'lost:1']);
  });
});

test.each(['k'.repeat(57), 'k'.repeat(60)])(
  'a forgotten revocation is listed where its grant is known (%s)',
  async (idempotencyKey) => {
    await queueItems(portal, 1, { accountId, idempotencyKey });
    await portal.lease();
    await db.transaction((tx) => withdrawDeliveries(tx, [idempotencyKey]));
    const key = (await readDeliveries(db)).find(({ effect }) => effect === 'revoke')?.idempotencyKey ?? '';
    await db.execute(sql`delete from deliveries where effect = 'revoke'`);
    const unknown = [receiptOf('gone:revoke', 'revoke'), receiptOf(`revoke:${'0'.repeat(48)}`, 'revoke')];
    expect(await report(await addRestore(), [receiptOf(key, 'revoke'), ...unknown])).toBe(1);
    expect(await listReceipts()).toMatchObject([{ idempotencyKey: key, effect: 'revoke', state: 'open' }]);
  },
);

test('a receipt whose delivery is queued while staff revoke it answers 409, and stays as it was', async () => {
  await report(await addRestore(), [receiptOf('lost:1')]);
  const [receipt] = await listReceipts();
  const revoke = () =>
    portal.call('POST', `/admin/unmatched-receipts/${receipt?.receiptId}/revoke`, {
      token: staffToken,
      body: { reason: 'The backup was restored' },
    });
  const { promise: isRevoking, resolve: letGo } = Promise.withResolvers<void>();
  const queued = db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity)
      values (${accountId}, 'lost:1', 'grant', 'item', 7, 1)`);
    await isRevoking;
  });
  const answer = revoke();
  await until(async () => (await countLockWaits(db)) > 0);
  letGo();
  await queued;
  expect((await answer).statusCode).toBe(409);
  expect((await readDeliveries(db)).map(({ effect, state }) => [effect, state])).toEqual([
    ['grant', 'pending'],
  ]);
  const { rows } = await db.execute(sql`select state from unmatched_receipts`);
  expect(rows).toEqual([{ state: 'open' }]);
});
