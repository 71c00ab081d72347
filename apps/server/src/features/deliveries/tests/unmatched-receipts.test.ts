import type { ReceiptReport, UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createStaff } from '#test/account-journeys.ts';
import { BRIDGE_STATUS, queueItems, useBridgePortal } from '#test/bridge.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const { token } = await createStaff(portal, ['orders']);

beforeEach(() => db.execute(sql`truncate unmatched_receipts, receipt_reports, restores restart identity`));

type List = { receipts: UnmatchedReceipt[]; total: number; before: number | null };

const list = async (query = ''): Promise<List> =>
  (await portal.call('GET', `/admin/unmatched-receipts?limit=2${query}`, { token })).json();

const reportOf = (keys: string[]): ReceiptReport => ({
  restore: 1,
  isLast: false,
  receipts: keys.map((idempotencyKey) => ({
    idempotencyKey,
    effect: 'grant',
    accountDBID: 5,
    kind: 'item',
    itemId: 7,
    quantity: 1,
    characterId: null,
    recordedAt: new Date().toISOString(),
  })),
});

const report = (body: object) => portal.bridge('POST', 'receipts', { body });

/** The numbers of restores begin at 1 in each test. */
const restore = async () =>
  void (await db.execute(sql`insert into restores (backup, taken_at) values ('backup', now())`));
const reportStatus = async () => {
  const answer = await portal.bridge('PUT', 'status', { body: BRIDGE_STATUS });
  return answer.json<{ receiptsWanted?: { restore: number } }>();
};

describe('the list of receipts without deliveries', () => {
  beforeEach(restore);

  test('goes on where the last page ended, whatever was settled meanwhile', async () => {
    await report(reportOf(['a', 'b', 'c', 'd', 'e']));
    const first = await list();
    expect(first).toMatchObject({ total: 5, before: first.receipts[1]?.receiptId });
    const [newest] = first.receipts;
    await portal.call('POST', `/admin/unmatched-receipts/${newest?.receiptId}/keep`, {
      token,
      body: { reason: 'It is theirs' },
    });
    const second = await list(`&before=${first.before}`);
    const third = await list(`&before=${second.before}`);
    expect([second.total, third.total, third.before]).toEqual([4, 4, null]);
    const keys = [first, second, third].flatMap(({ receipts }) =>
      receipts.map(({ idempotencyKey }) => idempotencyKey),
    );
    expect(keys).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  test('has no further page when the last one is full', async () => {
    await report(reportOf(['a', 'b']));
    expect(await list()).toMatchObject({ total: 2, before: null });
  });
});

describe('with bridges of another version', () => {
  /** What the answer to a status was before it named restores. */
  const olderAnswer = z.object({ serverId: z.int(), now: z.iso.datetime({ offset: true }) });

  test('an older one reads the answer, gets its deliveries, and is asked until it knows how', async () => {
    await restore();
    await queueItems(portal, 1);
    const answer = await reportStatus();
    expect(answer.receiptsWanted?.restore).toBe(1);
    expect(olderAnswer.parse(answer)).toEqual({ serverId: 1, now: expect.any(String) });
    const [delivery] = await portal.lease();
    expect(await portal.acknowledge([{ id: delivery?.id ?? 0, result: 'applied' }])).toEqual(['settled']);
    expect((await reportStatus()).receiptsWanted?.restore).toBe(1);
    await report({ ...reportOf([]), isLast: true });
    expect(await reportStatus()).not.toHaveProperty('receiptsWanted');
  });

  test('a newer one may say more, and less of what is optional', async () => {
    await restore();
    const { isLast: _, ...body } = reportOf(['a']);
    const receipts = body.receipts.map(({ characterId: __, ...receipt }) => ({ ...receipt, realm: 'north' }));
    const answer = await report({ ...body, receipts, page: 1 });
    expect([answer.statusCode, answer.json()]).toEqual([200, { unmatched: 1 }]);
    expect((await reportStatus()).receiptsWanted?.restore).toBe(1);
  });
});
