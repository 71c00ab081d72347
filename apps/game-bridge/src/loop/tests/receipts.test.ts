import { RECEIPTS_AT_ONCE } from '@waygate/contract/deliveries/receipts.schemas';
import { expect, test } from 'vitest';
import type { GameAdapter, RecordedReceipt } from '#adapter.ts';
import { createReceiptReports } from '#loop/receipts.ts';
import { createMetrics } from '#metrics.ts';
import { createPortalClient, PortalFailure } from '#portal/portal-client.ts';
import { createDelivery } from '#test/hero.ts';
import { createGame, start } from './running-bridge.ts';
import { openStandInPortal, type StandInPortal } from './stand-in-portal.ts';

const SINCE = new Date('2026-11-01T00:00:00Z');

function receiptOf(number: number, changes: Partial<RecordedReceipt> = {}): RecordedReceipt {
  return {
    idempotencyKey: `key:${String(number).padStart(9, '0')}`,
    state: 'given',
    accountId: 5,
    kind: 'item',
    itemId: 7,
    quantity: 1,
    characterId: null,
    recordedAt: SINCE,
    ...changes,
  };
}

/** A game with these receipts, and what it was asked for. */
function createGameWith(receipts: RecordedReceipt[], onPage: (after: string) => void = () => {}) {
  const pages: string[] = [];
  const read: GameAdapter['receipts'] = async (after) => {
    pages.push(after);
    onPage(after);
    return receipts.filter(({ idempotencyKey }) => idempotencyKey > after).slice(0, RECEIPTS_AT_ONCE);
  };
  return { ...createGame({ receipts: read }), pages };
}

const many = (count: number) => Array.from({ length: count }, (_, number) => receiptOf(number));

/** Wants receipts until the last page has arrived. @returns the keys of each report */
function wantReceipts(portal: StandInPortal, restore = 3): string[][] {
  const reports: string[][] = [];
  let isReported = false;
  portal.misbehave(({ path, body }, response) => {
    if (path === 'receipts') {
      const { isLast, receipts } = Object(body);
      reports.push(receipts.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey));
      isReported ||= isLast;
    }
    if (path !== 'status') return undefined;
    const receiptsWanted = isReported ? undefined : { restore, since: SINCE.toISOString() };
    response.end(JSON.stringify({ serverId: 1, now: new Date().toISOString(), receiptsWanted }));
    return true;
  });
  return reports;
}

test('once reports every receipt since the backup, and nothing that came to nothing', async () => {
  const portal = await openStandInPortal();
  const reports = wantReceipts(portal);
  const old = receiptOf(2000, { recordedAt: new Date(SINCE.getTime() - 1) });
  const ended = (['barred', 'taken_back', 'begun', 'written'] as const).map((state, number) =>
    receiptOf(3000 + number, { state }),
  );
  const game = createGameWith([...many(1200), old, ...ended, receiptOf(4000, { state: 'done' })]);
  const bridge = start(portal, game.adapter, { isOnce: true });
  await bridge.done;
  expect(reports.map(({ length }) => length)).toEqual([500, 500, 201, 0]);
  expect(bridge.events).toContainEqual({ event: 'reported', what: 'receipts', count: 1201 });
});

test('deliveries are leased, applied and acknowledged between two pages', async () => {
  const portal = await openStandInPortal();
  wantReceipts(portal);
  const game = createGameWith(many(1200), () => portal.queue(createDelivery()));
  await start(portal, game.adapter, { isOnce: true }).done;
  const order = portal.calls.map(({ path }) => path).filter((path) => path === 'receipts' || path === 'acks');
  expect(order).toEqual(['receipts', 'acks', 'receipts', 'acks', 'receipts', 'acks', 'receipts', 'acks']);
});

test('a stop ends the report after the page in hand', async () => {
  const portal = await openStandInPortal();
  const reports = wantReceipts(portal);
  const bridges: { stop: () => void }[] = [];
  const game = createGameWith(many(5000), () => bridges[0]?.stop());
  const bridge = start(portal, game.adapter);
  bridges.push(bridge);
  await bridge.done;
  expect(reports).toHaveLength(1);
  expect(game.pages).toEqual(['']);
});

test('a page that fails is reported again by the next call, and another restore starts from the first page', async () => {
  const game = createGameWith(many(1200));
  let fails = false;
  const reportPage = createReceiptReports({
    portal: {
      ...createPortalClient('http://127.0.0.1:9', () => ''),
      reportReceipts: async () => {
        if (fails) throw new PortalFailure('Out of order', { status: 500 });
      },
    },
    adapter: game.adapter,
    log: () => {},
    metrics: createMetrics(),
    settings: { version: '1', batch: 100, pollMs: 10, charactersMs: 10, isOnce: false },
  });
  const of = (restore: number) => reportPage({ restore, since: SINCE.toISOString() });
  expect(await of(3)).toBe(true);
  fails = true;
  await expect(of(3)).rejects.toThrow('Out of order');
  fails = false;
  expect(await of(3)).toBe(true);
  const second = receiptOf(RECEIPTS_AT_ONCE - 1).idempotencyKey;
  expect(game.pages).toEqual(['', second, second]);
  expect(await of(4)).toBe(true);
  expect(game.pages.at(-1)).toBe('');
  expect([await of(4), await of(4), await of(4)]).toEqual([true, true, false]);
});
