import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { backUp, restoreTo, useEmptyDatabase } from '#test/backups.ts';
import { claimReward } from '#features/drops/claims.service.ts';
import { listLostPayments } from '#features/orders/orders.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { attachUnmatched } from '#features/orders/unmatched/attach-unmatched.service.ts';
import { refundUnmatched } from '#features/orders/unmatched/staff-unmatched.service.ts';
import { createFindViewer } from '#features/sessions/sessions.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { callerOf, createStaff, type Portal, until } from '#test/account-journeys.ts';
import { makeAllDue, queueItems, readDeliveries } from '#test/bridge.ts';
import { readGame, type Simulator, startSimulator, useGameFolder, useNetwork } from '#test/game-simulator.ts';
import { administrate, onDatabase } from '#test/global-setup.ts';
import { SETTLING_PROGRAM, type SettlingOptions, settleWhatIsListed } from '#test/settling-process.ts';
import {
  checkout,
  createOrderStaff,
  createShop,
  type Shop,
  startOrder,
  startPaidOrder,
} from '#test/shop-journeys.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await createShop({ isWorker: false });
  token = await openBridge(shop);
});
afterAll(() => shop.close());

async function openBridge({ parts }: Pick<Portal, 'parts'>): Promise<string> {
  await allowLoopback(parts.db);
  return addBridgeToken(parts.db, 'test');
}

/** The game fetches and applies whatever is due. */
async function play(portal: string, data: string, bridgeToken: string): Promise<void> {
  const game = startSimulator({ portal, data, token: bridgeToken, args: ['--once'] });
  expect([await game.exit, ...game.lines()][0]).toBe(0);
}

const originOf = ({ webhookUrl }: Shop) => new URL(webhookUrl).origin;
const settledStates = async ({ parts }: Pick<Portal, 'parts'>) =>
  (await readDeliveries(parts.db)).map(({ effect, state }) => `${effect} ${state}`);

/** What one purchase of the test product brings to the game. */
const boughtBy = (accountId: number, times: number) => ({
  [`${accountId} item 7001`]: 2 * times,
  [`${accountId} club_days 0`]: 30 * times,
  [`${accountId} founder_package 0`]: times,
});

/** The account earns the one reward of the one season, and claims it. */
async function claim({ parts }: Pick<Portal, 'parts'>, accountId: number): Promise<void> {
  const { rows } = await parts.db.execute<{ id: number }>(sql`
    with season as (
      insert into twitch_seasons (name, starts_at) values ('First', now() - interval '1 day') returning id
    ), linked as (
      insert into twitch_links (account_id, twitch_user_id, login, display_name) values (${accountId}, '7', 'a', 'A')
    ), earned as (
      insert into drop_totals (account_id, kind, season_id, minutes) select ${accountId}, 'viewer', id, 60 from season
    )
    insert into twitch_rewards (season, type, title, required_minutes, item_id)
    select id, 'viewer', 'Lantern', 60, 77 from season returning id`);
  await claimReward(parts.db, { accountId, kind: 'viewer', rewardId: rows[0]?.id ?? 0 });
}

/** A copy of the database as it is now, dropped when the test ends. Its connections are cut: a copy allows none. */
async function copyDatabase({ parts }: Pick<Portal, 'parts'>): Promise<Connection> {
  const server = inject('testServer');
  const { rows } = await parts.db.execute<{ name: string }>(sql`select current_database() as name`);
  const database = rows[0]?.name ?? '';
  const copy = `${database}_backup`;
  await administrate(server, `alter database ${database} allow_connections false`);
  await administrate(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
  await administrate(server, `create database ${copy} template ${database} strategy file_copy`);
  await administrate(server, `alter database ${database} allow_connections true`);
  onTestFinished(() => administrate(server, `drop database ${copy} with (force)`));
  return onDatabase(server, copy);
}

/** The portal on another database, closed when the test ends. */
async function openCopy(original: Shop, connection: Connection): Promise<Shop & { url: string }> {
  const { db, close } = openDatabase({ connection, log: original.parts.log });
  const parts = { ...original.parts, db };
  const app = await buildApp(parts, createFindViewer(db));
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { ...original, parts, app, call: callerOf(app), url };
}

describe('a wiped portal beside an old game', () => {
  test('delivers everything again that is bought and claimed, and a refund takes only that', async () => {
    const data = await useGameFolder();
    const before = await startPaidOrder(shop);
    await claim(shop, before.buyer.id);
    await play(originOf(shop), data, token);
    const first = { ...boughtBy(before.buyer.id, 1), [`${before.buyer.id} item 77`]: 1 };
    expect(readGame(data).inventory).toEqual(first);

    const wiped = await createShop({ stripe: shop.stripe, isWorker: false });
    onTestFinished(wiped.close);
    const newToken = await openBridge(wiped);
    // The databases of tests are copies of one that was migrated once.
    await wiped.parts.db.execute(sql`update installation set id = gen_random_uuid()`);
    const after = await startPaidOrder(wiped);
    await claim(wiped, after.buyer.id);
    expect([after.orderId, after.buyer.id]).toEqual([before.orderId, before.buyer.id]);
    await play(originOf(wiped), data, newToken);
    expect(await settledStates(wiped)).toEqual(Array(4).fill('grant applied'));
    const twice = { ...boughtBy(before.buyer.id, 2), [`${before.buyer.id} item 77`]: 2 };
    expect(readGame(data).inventory).toEqual(twice);

    wiped.stripe.books.refund(after.sessionId);
    await settleOrder(wiped.parts, after.orderId);
    await play(originOf(wiped), data, newToken);
    expect(readGame(data).inventory).toEqual({ ...first, [`${before.buyer.id} item 77`]: 2 });
  });
});

describe('a restored backup beside a newer game', () => {
  test('delivers nothing twice, delivers what is bought now, and a refund takes nothing from others', async () => {
    const data = await useGameFolder();
    const kept = await startPaidOrder(shop);
    const backup = await copyDatabase(shop);
    const lost = await startPaidOrder(shop);
    await play(originOf(shop), data, token);
    const both = { ...boughtBy(kept.buyer.id, 1), ...boughtBy(lost.buyer.id, 1) };
    expect(readGame(data).inventory).toMatchObject(both);

    const restored = await openCopy(shop, backup);
    await play(restored.url, data, token);
    expect(readGame(data).inventory).toMatchObject(both);
    expect((await settledStates(restored)).filter((state) => state !== 'grant applied')).toEqual([]);

    // The number of the lost order returns, for another account.
    const again = await checkout(restored, kept.buyer, kept.productId);
    expect(again.id).toBe(lost.orderId);
    shop.stripe.books.pay(again.sessionId ?? '');
    await settleOrder(restored.parts, again.id);
    await play(restored.url, data, token);
    expect(readGame(data).inventory).toMatchObject({ ...both, ...boughtBy(kept.buyer.id, 2) });

    shop.stripe.books.refund(again.sessionId ?? '');
    await settleOrder(restored.parts, again.id);
    await play(restored.url, data, token);
    expect(readGame(data).inventory).toMatchObject(both);
    expect((await settledStates(restored)).filter((state) => state.endsWith('dead'))).toEqual([]);
  });

  test('is settled with the provider, so that every player has exactly what was paid for', async () => {
    const data = await useGameFolder();
    const [kept, returned] = [await startPaidOrder(shop), await startPaidOrder(shop)];
    const backup = await backUp(shop.parts);
    // What the backup lacks: a purchase, a refund, and an account with a purchase, all of which the game has seen.
    const again = await checkout(shop, kept.buyer, kept.productId);
    shop.stripe.books.pay(again.sessionId ?? '');
    await settleOrder(shop.parts, again.id);
    const lost = await startPaidOrder(shop);
    await queueItems(shop, 1, { accountId: kept.buyer.id, itemId: 88, quantity: 3 });
    await play(originOf(shop), data, token);
    shop.stripe.books.refund(returned.sessionId);
    await settleOrder(shop.parts, returned.orderId);

    const connection = await useEmptyDatabase();
    await restoreTo(connection, shop.parts, backup);
    const restored = await openCopy(shop, connection);
    const { db, payments } = requireOpenShop(restored.parts);
    const listed = await listLostPayments(db, payments, new Date(backup.manifest.takenAt));
    const since = listed.map(({ sessionId }) => sessionId);
    expect(since).toEqual(expect.arrayContaining([again.sessionId, lost.sessionId]));
    expect(since).not.toContain(kept.sessionId);

    // Nobody gets a number of a lost account or order.
    const newer = await startPaidOrder(restored);
    expect(newer.buyer.id).toBeGreaterThan(lost.buyer.id + 900_000);
    expect(newer.orderId).toBeGreaterThan(lost.orderId + 900_000);
    await settleWhatIsListed(restored.parts);
    const staff = await createOrderStaff(restored);
    const { token: staffToken } = await createStaff(restored, ['orders']);
    const reason = 'The backup of tonight was restored';
    const [first, second] = [
      await unmatchedId(restored, again.sessionId),
      await unmatchedId(restored, lost.sessionId),
    ];
    const { buyer, productId } = kept;
    await attachUnmatched(restored.parts, staff, { id: first, accountId: buyer.id, productId, reason });
    await refundUnmatched(restored.parts, staff, { id: second, reason });
    await play(restored.url, data, token);
    // What the refunded purchase and the grant brought is still in the game, and nothing else is left to settle.
    await play(restored.url, data, token);
    const receipts = await openReceipts(restored, staffToken);
    const ofLost = (what: string) => `grant ${what}, lost account ${lost.buyer.id}`;
    expect(receipts.map(describeReceipt).toSorted()).toEqual(
      [
        `grant 3 × item 88, ${buyer.username}`,
        ofLost('2 × item 7001'),
        ofLost('30 × club_days'),
        ofLost('1 × founder_package'),
      ].toSorted(),
    );
    const granted = receipts.find(({ itemId }) => itemId === 88);
    const decide = (id: number | undefined, what: string) =>
      restored.call('POST', `/admin/unmatched-receipts/${id}/${what}`, {
        token: staffToken,
        body: { reason },
      });
    const answers = await Promise.all([1, 2, 3].map(() => decide(granted?.receiptId, 'revoke')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    // Nobody has the number of an account that is gone.
    for (const { receiptId } of receipts.filter(({ accountDBID }) => accountDBID !== buyer.id)) {
      expect((await decide(receiptId, 'revoke')).statusCode).toBe(404);
      expect((await decide(receiptId, 'keep')).statusCode).toBe(200);
    }
    expect(await openReceipts(restored, staffToken)).toEqual([]);
    await play(restored.url, data, token);
    const has = (accountId: number) =>
      Object.entries(readGame(data).inventory).filter(
        ([item, quantity]) => item.startsWith(`${accountId} `) && quantity > 0,
      );
    expect(Object.fromEntries(has(buyer.id))).toEqual(boughtBy(buyer.id, 2));
    expect(Object.fromEntries(has(newer.buyer.id))).toEqual(boughtBy(newer.buyer.id, 1));
    expect(has(returned.buyer.id)).toEqual([]);
    expect((await settledStates(restored)).filter((state) => !/ (applied|cancelled)$/.test(state))).toEqual(
      [],
    );
  });

  test('gives every player exactly what was paid for, while portal and game are killed again and again', async () => {
    const data = await useGameFolder();
    const kept = await startPaidOrder(shop);
    const backup = await backUp(shop.parts);
    const again = await checkout(shop, kept.buyer, kept.productId);
    shop.stripe.books.pay(again.sessionId ?? '');
    await settleOrder(shop.parts, again.id);
    await play(originOf(shop), data, token);

    const connection = await useEmptyDatabase();
    await restoreTo(connection, shop.parts, backup);
    const restored = await openCopy(shop, connection);
    const bought: Awaited<ReturnType<typeof startOrder>>[] = [];
    for (let count = 0; count < 8; count += 1) bought.push(await startOrder(restored));
    for (const { sessionId } of bought) shop.stripe.books.pay(sessionId);
    const settling = {
      connection,
      payments: shop.parts.config.payments,
      orderIds: bought.map(({ orderId }) => orderId),
    };
    const killed: boolean[] = [];
    for (const calls of [1, 5, 9, 14]) killed.push(await settleAndKill(settling, calls));
    expect(killed).toContain(true);
    await settleToTheEnd(settling);

    const staff = await createOrderStaff(restored);
    const id = await unmatchedId(restored, again.sessionId);
    const { buyer, productId } = kept;
    await attachUnmatched(restored.parts, staff, { id, accountId: buyer.id, productId, reason: 'Restored' });
    await playAndKill(restored, data);
    const refunded = bought.slice(0, 4);
    for (const { sessionId } of refunded) shop.stripe.books.refund(sessionId);
    for (const calls of [2, 8]) await settleAndKill(settling, calls);
    await settleToTheEnd(settling);
    await playAndKill(restored, data);
    await playToTheEnd(restored, data);

    const { inventory } = readGame(data);
    const has = (accountId: number) =>
      Object.fromEntries(
        Object.entries(inventory).filter(
          ([item, quantity]) => item.startsWith(`${accountId} `) && quantity > 0,
        ),
      );
    expect(has(buyer.id)).toEqual(boughtBy(buyer.id, 2));
    for (const one of bought)
      expect(has(one.buyer.id)).toEqual(refunded.includes(one) ? {} : boughtBy(one.buyer.id, 1));
    const { rows } = await restored.parts.db.execute(sql`
      select account_id as account, sum(amount)::int as coins from ledger_entries where account_id is not null group by 1 order by 1`);
    const balances = new Map(rows.map(({ account, coins }) => [Number(account), Number(coins)]));
    expect(bought.map((one) => balances.get(one.buyer.id))).toEqual([0, 0, 0, 0, 500, 500, 500, 500]);
    expect(balances.get(buyer.id)).toBe(1000);
  }, 300_000);
});

/** A worker that is killed shortly after it has called the provider so often. @returns whether it still ran then */
async function settleAndKill(settling: SettlingOptions, calls: number): Promise<boolean> {
  const before = shop.stripe.calls.length;
  const worker = spawn(process.execPath, [SETTLING_PROGRAM, JSON.stringify(settling)], { stdio: 'inherit' });
  const ended = once(worker, 'exit');
  await until(async () => shop.stripe.calls.length >= before + calls || worker.exitCode !== null, 60_000);
  await pause(Math.random() * 10);
  worker.kill('SIGKILL');
  await ended;
  return worker.signalCode === 'SIGKILL';
}

async function settleToTheEnd(settling: SettlingOptions): Promise<void> {
  const worker = spawn(process.execPath, [SETTLING_PROGRAM, JSON.stringify(settling)], { stdio: 'inherit' });
  expect(await once(worker, 'exit')).toEqual([0, null]);
}

/** Games that die with a lease in their hands: before they apply it or meanwhile, and before and after the portal has heard of it. */
async function playAndKill({ parts, url }: Pick<Shop, 'parts'> & { url: string }, data: string) {
  for (const [ending, fate] of [
    ['lease', 'lose the answer'],
    ['lease', 'pass'],
    ['acks', 'lose the call'],
    ['acks', 'lose the answer'],
  ] as const) {
    let game: Simulator | undefined;
    const network = await useNetwork(url, ({ path }) => {
      if (!path.endsWith(ending)) return 'pass';
      void pause(fate === 'pass' ? Math.random() * 20 : 0).then(() => game?.kill());
      return fate;
    });
    await makeAllDue(parts.db);
    game = startSimulator({ portal: network.url, data, token, args: ['--batch', '3'] });
    await game.exit;
  }
}

async function playToTheEnd({ parts, url }: Pick<Shop, 'parts'> & { url: string }, data: string) {
  await until(async () => {
    await makeAllDue(parts.db);
    await play(url, data, token);
    const rows = await readDeliveries(parts.db);
    return rows.every(({ state }) => state === 'applied' || state === 'cancelled');
  }, 60_000);
}

async function openReceipts({ call }: Pick<Shop, 'call'>, of: string): Promise<UnmatchedReceipt[]> {
  const answer = await call('GET', '/admin/unmatched-receipts', { token: of });
  return answer.json<{ receipts: UnmatchedReceipt[] }>().receipts;
}

function describeReceipt({ effect, quantity, kind, itemId, account, accountDBID }: UnmatchedReceipt): string {
  const what = itemId === null ? kind : `${kind} ${itemId}`;
  return `${effect} ${quantity} × ${what}, ${account?.userName ?? `lost account ${accountDBID}`}`;
}

async function unmatchedId({ parts }: Pick<Shop, 'parts'>, sessionId: string | null): Promise<number> {
  const { rows } = await parts.db.execute<{ id: number }>(
    sql`select id from unmatched_payments where session_id = ${sessionId} and state = 'open'`,
  );
  return rows[0]?.id ?? 0;
}
