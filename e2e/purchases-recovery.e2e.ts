import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { expectExactlyOnce, expectOrderStates, expectSettled } from './support/outcome.ts';
import type { StripePayments } from './support/payments.ts';
import { createDataFolder, type Portal, removeDataFolder } from './support/portal.ts';
import { withSetup } from './support/setups.ts';
import {
  addBundle,
  BUNDLE,
  type Checkout,
  openCheckout,
  openShop,
  type Shopper,
} from './support/shoppers.ts';
import { type OwnerCalls, signInOwner } from './support/staff.ts';

const run = promisify(execFile);
const MAX_ATTEMPTS = 12;
const NOTED_WITHIN_MS = 60_000;

test.describe.configure({ timeout: 300_000 });

type Sale = { portal: Portal; payments: StripePayments; productId: number };

function openCheckouts(portal: Portal, shoppers: Shopper[], productId: number): Promise<Checkout[]> {
  return Promise.all(shoppers.map((shopper) => openCheckout(() => portal.origin, shopper, productId)));
}

/** Each buys one. @returns the ids of the checkouts */
async function buyOneEach({ portal, payments, productId }: Sale, shoppers: Shopper[]): Promise<string[]> {
  const checkouts = await openCheckouts(portal, shoppers, productId);
  await payEach(payments, checkouts, shoppers);
  await expectOrderStates(portal, payments);
  return checkouts.map(({ sessionId }) => sessionId);
}

async function payEach(payments: StripePayments, checkouts: Checkout[], shoppers: Shopper[]): Promise<void> {
  await Promise.all(
    checkouts.map((checkout, index) => payments.pay(checkout, shoppers[index]?.accountId ?? 0)),
  );
}

function idsOf(shoppers: Shopper[]): number[] {
  return shoppers.map(({ accountId }) => accountId);
}

async function orderIdsOf({ sql }: Portal, sessionIds: string[]): Promise<number[]> {
  const rows = await sql<{ id: number }>('select id from orders where session_id = any($1) order by id', [
    sessionIds,
  ]);
  return rows.map(({ id }) => id);
}

const unmatchedSchema = z.object({
  payments: z.array(z.object({ paymentId: z.number(), sessionId: z.string() })),
  total: z.number(),
});

test('a restored backup beside a newer game: staff attach or refund what has no order, and nobody gets or loses anything twice', () =>
  withSetup(async ({ portal, game, payments, dataDir, start }) => {
    const { shoppers, productId } = await openShop(portal(), 20);
    const sale = () => ({ portal: portal(), payments, productId });
    const before = await buyOneEach(sale(), shoppers);
    await game().play();

    const backup = path.join(await createDataFolder(), 'data');
    await portal().stop();
    await run('cp', ['-aL', dataDir(), backup]);
    await start();

    // What the backup lacks: payments and refunds that the game has seen, and checkouts that are still open.
    const lost = await buyOneEach(sale(), shoppers);
    for (const sessionId of before.slice(0, 3)) await payments.refund(sessionId);
    await expectSettled({ portal: portal(), game: game(), payments });
    const lostOrders = await orderIdsOf(portal(), lost);
    const late = await openCheckouts(portal(), shoppers.slice(0, 10), productId);

    await portal().stop();
    await rm(dataDir(), { recursive: true });
    await run('cp', ['-aL', backup, dataDir()]);
    await removeDataFolder(path.dirname(backup));
    await start();
    const owner = await signInOwner(portal);
    const restored = {
      ...payments,
      paid: new Map([...payments.paid].filter(([sessionId]) => before.includes(sessionId))),
    };
    // Refunds since the backup are found again by the sweep of the start.
    await portal().sql(`update payment_sweeps set finished_at = finished_at - interval '1 day'`);
    await portal().stop();
    await start();
    await expectOrderStates(portal(), restored);

    await payEach(payments, late, shoppers);
    for (const sessionId of lost) await payments.resend(sessionId);
    const orphans = new Set([...lost, ...late.map(({ sessionId }) => sessionId)]);
    const newer = await openCheckouts(portal(), shoppers, productId);
    await payEach(payments, newer, shoppers);
    const newerIds = newer.map(({ sessionId }) => sessionId);
    for (const sessionId of newerIds) restored.paid.set(sessionId, payments.paid.get(sessionId) ?? 0);
    await expectOrderStates(portal(), restored);
    expect(await orderIdsOf(portal(), newerIds)).toEqual(expect.arrayContaining(lostOrders));
    // A refund under a number that another order had takes nothing from its player.
    for (const sessionId of newerIds.slice(-4)) await payments.refund(sessionId);

    const listed = await expectUnmatched(owner, orphans.size);
    expect(new Set(listed.map(({ sessionId }) => sessionId))).toEqual(orphans);
    const refunded = new Set(late.slice(5).map(({ sessionId }) => sessionId));
    for (const { paymentId, sessionId } of listed) {
      const accountDBID = payments.paid.get(sessionId);
      const [decision, given] = refunded.has(sessionId)
        ? ['refund', {}]
        : ['attach', { accountDBID, productId }];
      const body = { ...given, reason: 'The backup of 20:00 was restored' };
      const answer = await owner.call('POST', `/admin/unmatched-payments/${paymentId}/${decision}`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    for (const sessionId of lost.slice(5, 9)) await payments.refund(sessionId);

    // A payment that was refunded without an order stays without one.
    const final = {
      ...payments,
      paid: new Map([...payments.paid].filter(([sessionId]) => !refunded.has(sessionId))),
    };
    for (const sessionId of refunded) expect(payments.stateOf(sessionId)).toBe('refunded');
    const outcome = { portal: portal(), game: game(), payments: final };
    await expectSettled(outcome);
    await expectExactlyOnce(outcome, { accountIds: idsOf(shoppers) });
    await expectUnmatched(owner, 0);
  }));

async function expectUnmatched({ call }: OwnerCalls, count: number) {
  let listed: z.infer<typeof unmatchedSchema>['payments'] = [];
  await expect(async () => {
    const { body } = await call('GET', '/admin/unmatched-payments?pageSize=100');
    const { payments, total } = unmatchedSchema.parse(body);
    expect(total).toBe(count);
    listed = payments;
  }).toPass({ timeout: NOTED_WITHIN_MS });
  return listed;
}

test('a wiped portal beside an old game: orders of the same numbers are delivered, and a refund takes only their own', () =>
  withSetup(async ({ portal, game, payments, startEmpty }) => {
    const old = await openShop(portal(), 20);
    const oldSales = await buyOneEach({ portal: portal(), payments, productId: old.productId }, old.shoppers);
    const outcome = () => ({ portal: portal(), game: game(), payments });
    await expectSettled(outcome());
    await expectExactlyOnce(outcome(), { accountIds: idsOf(old.shoppers) });
    const oldOrders = await orderIdsOf(portal(), oldSales);

    await startEmpty();
    const { shoppers, productId } = await openShop(portal(), 20);
    expect(idsOf(shoppers)).toEqual(idsOf(old.shoppers));
    // Events of the old installation's payments change nothing here.
    for (const sessionId of oldSales) await payments.resend(sessionId);
    for (const sessionId of oldSales) payments.paid.delete(sessionId);
    const sale = { portal: portal(), payments, productId };
    const sales = await buyOneEach(sale, shoppers);
    await buyOneEach(sale, shoppers);
    expect(await orderIdsOf(portal(), sales)).toEqual(oldOrders);
    await expectSettled(outcome());
    await expectExactlyOnce(outcome(), { accountIds: idsOf(shoppers), before: 1 });
    const [booked] = await portal().sql<{ applied: number; doubtful: number; unmatched: number }>(
      `select (select count(*)::int from deliveries where state = 'applied') as applied,
              (select count(*)::int from deliveries where failure is not null or last_detail is not null) as doubtful,
              (select count(*)::int from unmatched_payments) as unmatched`,
    );
    expect(booked).toEqual({ applied: 40, doubtful: 0, unmatched: 0 });

    for (const sessionId of sales.slice(0, 8)) await payments.refund(sessionId);
    await expectSettled(outcome());
    await expectExactlyOnce(outcome(), { accountIds: idsOf(shoppers), before: 1 });
  }));

test('a delivery that kills the game each time: all others arrive, and it does once the game is mended', () =>
  withSetup(async ({ portal, game, payments }) => {
    const { shoppers, productId } = await openShop(portal(), 20);
    const sale = { portal: portal(), payments, productId };
    // A first run makes the game's database, so that the fault can be put into it.
    await game().play();
    await buyOneEach(sale, shoppers);
    await buyOneEach(sale, shoppers);
    const [victim, ...others] = shoppers.slice(0, 20);
    const poisonId = BUNDLE.itemId + 1;
    const poisoned = await addBundle(portal(), poisonId);
    if (!victim) throw new Error('There are twenty shoppers.');
    const [poison] = await openCheckouts(portal(), [victim], poisoned);
    if (!poison) throw new Error('There is no checkout.');
    await payments.pay(poison, victim.accountId);
    await buyOneEach(sale, others);
    game().breakAt(poisonId);

    const inState = async () => {
      const rows = await portal().sql<{ state: string; count: number }>(
        'select state, count(*)::int from deliveries group by state',
      );
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    };
    const isOver = async () => Object.keys(await inState()).every((state) => /applied|dead/.test(state));
    let crashes = 0;
    while (!(await isOver())) {
      const playing = game().playOn();
      await expect(async () => {
        const isStuck = await game().isStuck();
        if (isStuck) crashes += 1;
        expect(isStuck || (await isOver())).toBe(true);
      }).toPass();
      await playing.kill();
    }
    expect(crashes).toBeGreaterThanOrEqual(MAX_ATTEMPTS);
    expect(await inState()).toEqual({ applied: 59, dead: 1 });
    const [dead] = await portal().sql<{ id: string; item_id: number; failure: string; leases: number }>(
      `select id, item_id, failure, leases from deliveries where state = 'dead'`,
    );
    expect(dead).toMatchObject({ item_id: poisonId, failure: 'exhausted', leases: MAX_ATTEMPTS });
    expect(game().inventory(victim.accountId)).toEqual([`item ${BUNDLE.itemId} × ${2 * BUNDLE.items}`]);

    game().mend();
    const owner = await signInOwner(portal);
    const answer = await owner.call('POST', `/admin/deliveries/${dead?.id}/retry`, {});
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await expectSettled({ portal: portal(), game: game(), payments });
    expect(game().inventory(victim.accountId)).toEqual([
      `item ${BUNDLE.itemId} × ${2 * BUNDLE.items}`,
      `item ${poisonId} × ${BUNDLE.items}`,
    ]);
    await expectExactlyOnce({ portal: portal(), game: game(), payments }, { accountIds: idsOf(others) });
  }));
