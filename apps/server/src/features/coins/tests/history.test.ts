import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CoinHistory } from '@waygate/contract/coins/coins.schemas';
import type { Section } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { createTestDatabase } from '#test/database.ts';
import { giveCoins, updateUser } from '#test/edited-users.ts';
import { createTestAccount } from '#test/factories.ts';
import { faultsOfLedger, linesOf } from '#test/game-coins.ts';
import { plansDuring, rowsReadBy, stepsOf, writeUnchecked } from '#test/plans.ts';
import { startPaidOrder, useShop } from '#test/shop-journeys.ts';
import {
  type CoinFilter,
  readCoinHistory,
  readFilteredCoinHistory,
} from '#features/coins/history.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

const portal = await useShop({ isWorker: false });
const staff = await createStaff(portal, ['users']);

const historyOf = (token: string, query = '') => portal.call('GET', `/user/coins${query}`, { token });

describe("an account's coin history", () => {
  test('names the product of an order, its refund and an adjustment', async () => {
    const { buyer, orderId, sessionId } = await startPaidOrder(portal, { name: 'Chest of the north' });
    await updateUser(portal, staff, buyer.id, { agaiaCoins: 620, astrumCoins: 8 });
    portal.stripe.books.refund(sessionId);
    await settleOrder(portal.parts, orderId);
    const history = (await historyOf(buyer.token)).json();
    expect(linesOf(history)).toEqual([
      '-500 premium order_reversed → 120',
      '8 second adjustment → 8',
      '120 premium adjustment → 620',
      '500 premium order → 500',
    ]);
    expect(history.entries[0]).toMatchObject({ detail: 'Chest of the north', serverName: null });
    expect(history.entries.at(-1)).toMatchObject({ detail: 'Chest of the north', serverName: null });
    expect(history.before).toBeNull();
  });

  test('is filtered for staff by coins, reason, amount and time, also as a file', async () => {
    const player = await createSignedInPlayer(portal);
    await updateUser(portal, staff, player.id, { agaiaCoins: 120, astrumCoins: 8 });
    await giveCoins(portal, player.id, 500);
    const amountsOf = async (query: string) => {
      const read = await portal.call('GET', `/admin/users/${player.id}/coins?${query}`, staff);
      return read.json().entries.map(({ amount }: { amount: number }) => amount);
    };
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await amountsOf('currency=second')).toEqual([8]);
    expect(await amountsOf('atLeast=100&atMost=200')).toEqual([120]);
    expect(await amountsOf('reason=adjustment&currency=premium&atMost=200')).toEqual([120]);
    expect(await amountsOf('reason=spent')).toEqual([]);
    expect(await amountsOf(`to=${tomorrow}&atLeast=500`)).toEqual([500]);
    expect(await amountsOf(`from=${tomorrow}`)).toEqual([]);
    const file = await portal.call('GET', `/admin/users/${player.id}/coins/export?currency=second`, staff);
    expect(file.body).toMatch(/^\uFEFFentryId,[^\n]+\n\d+,[^,]+,second,8,8,adjustment,,\r\n$/);
  });

  test('is read page by page, each entry once and with the balance after it', async () => {
    const player = await createSignedInPlayer(portal);
    await Promise.all(Array.from({ length: 30 }, (_, index) => giveCoins(portal, player.id, index + 1)));
    const seen: { amount: number; balance: number }[] = [];
    const pages: number[] = [];
    for (let query = '?limit=7'; query !== '';) {
      const { entries, before } = (await historyOf(player.token, query)).json();
      seen.push(...entries);
      pages.push(entries.length);
      // New entries don't move the older ones to another page.
      await giveCoins(portal, player.id, 1000);
      query = before === null ? '' : `?limit=7&before=${before}`;
    }
    expect(pages).toEqual([7, 7, 7, 7, 2]);
    expect(seen).toHaveLength(30);
    let balance = 0;
    for (const entry of seen.toReversed()) {
      balance += entry.amount;
      expect(entry.balance).toBe(balance);
    }
    expect(balance).toBe(465);
  });

  test('is empty without coins, and 25 entries long by default', async () => {
    const player = await createSignedInPlayer(portal);
    expect((await historyOf(player.token)).json()).toEqual({ entries: [], before: null });
    await Promise.all(Array.from({ length: 26 }, () => giveCoins(portal, player.id, 1)));
    const { entries, before } = (await historyOf(player.token)).json();
    expect([entries.length, before]).toEqual([25, entries[24].entryId]);
  });

  test.each(['?limit=0', '?limit=101', '?before=0', '?before=-1', '?before=x', '?before=9999999999999999'])(
    'refuses %s',
    async (query) => {
      const player = await createSignedInPlayer(portal);
      expect((await historyOf(player.token, query)).statusCode).toBe(400);
      const byStaff = await portal.call('GET', `/admin/users/${player.id}/coins${query}`, staff);
      expect(byStaff.statusCode).toBe(400);
    },
  );

  test("is the viewer's own, and staff for users read everybody's", async () => {
    const player = await createSignedInPlayer(portal);
    await giveCoins(portal, player.id, 5);
    expect((await portal.call('GET', '/user/coins')).statusCode).toBe(401);
    const read = (token?: string, id: number | string = player.id) =>
      portal.call('GET', `/admin/users/${id}/coins`, token === undefined ? {} : { token });
    expect((await read()).statusCode).toBe(401);
    expect((await read(player.token)).statusCode).toBe(403);
    expect((await read((await createStaff(portal, ['orders'])).token)).statusCode).toBe(403);
    expect((await read(staff.token, 2_147_483_647)).statusCode).toBe(404);
    expect((await read(staff.token, 2_147_483_648)).statusCode).toBe(404);
    const { entries, before } = (await historyOf(player.token)).json();
    const asStaff = entries.map((entry: object) => ({ ...entry, orderId: null, staff: null }));
    expect((await read(staff.token)).json()).toEqual({ entries: asStaff, before });
  });

  test.each<[Section[], boolean]>([
    [['users'], false],
    [['users', 'orders'], true],
  ])('names to staff of %j the author, and the order: %j', async (sections, hasOrders) => {
    const { buyer, orderId } = await startPaidOrder(portal, { name: 'Chest of the north' });
    await updateUser(portal, staff, buyer.id, { agaiaCoins: 620 });
    const viewer = await createStaff(portal, sections);
    const read = async () => (await portal.call('GET', `/admin/users/${buyer.id}/coins`, viewer)).json();
    const author = { accountDBID: staff.id, userName: staff.username };
    const bought = hasOrders ? orderId : null;
    expect((await read()).entries).toMatchObject([
      { reason: 'adjustment', orderId: null, staff: author },
      { reason: 'order', orderId: bought, staff: null },
    ]);
    await portal.parts.db.execute(sql`update accounts set web_mgt = 7 where id = ${buyer.id}`);
    expect((await read()).entries).toMatchObject([{ staff: null }, { orderId: bought, staff: null }]);
  });
});

test('a page deep in a long history reads little but the index, and a filter no more than the account’s entries', async () => {
  const database = await createTestDatabase();
  try {
    const [accountId = 0, other = 0, filtered = 0] = await Promise.all(
      [1, 2, 3].map(() => createTestAccount(database.db)),
    );
    await writeUnchecked(
      database,
      `insert into ledger_transactions (idempotency_key, reason, created_at)
       select 'key:' || n, case n when 51 then 'adjusted by staff' else 'order' end,
              timestamptz '2026-01-01Z' + n * interval '1 minute'
       from generate_series(1, 100000) n`,
      `insert into ledger_entries (transaction_id, account_id, currency, amount, balance, created_at)
       select id, case when id % 5 = 0 then ${accountId} when id % 50 = 1 then ${filtered} else ${other} end,
              case id when 51 then 'second' else 'premium' end, 1 + id % 500, id, created_at
       from ledger_transactions`,
    );
    await database.db.execute(sql`analyze`);
    for (const before of [undefined, 5000]) {
      const plans = await plansDuring(database, (db) =>
        readCoinHistory(db, { accountId, before, limit: 25 }),
      );
      const blocks = plans.map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
      expect(Math.max(...blocks)).toBeLessThan(300);
      const scans = plans.flatMap(stepsOf).filter((step) => step['Node Type'] === 'Seq Scan');
      expect(scans.map((step) => step['Relation Name'])).toEqual(['game_servers']);
    }
    const isOfPeriod = { from: new Date('2026-01-01'), to: new Date('2026-01-02') };
    const filters: [filter: CoinFilter, found: number, mostRows: number][] = [
      [{ accountId: filtered, reason: 'adjustment' }, 1, 10_000],
      [{ accountId: filtered, currency: 'second' }, 1, 10_000],
      [{ accountId: filtered, atLeast: 501 }, 0, 10_000],
      [{ accountId: filtered, ...isOfPeriod }, 25, 500],
      [{ accountId: other, ...isOfPeriod, atMost: 3 }, 3, 10_000],
    ];
    for (const [filter, found, mostRows] of filters) {
      let page: CoinHistory | undefined;
      const plans = await plansDuring(database, async (db) => {
        page = await readFilteredCoinHistory(db, filter, { limit: 25 });
      });
      expect([filter, page?.entries.length]).toEqual([filter, found]);
      expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(mostRows);
      const scans = plans.flatMap(stepsOf).filter((step) => step['Node Type'] === 'Seq Scan');
      expect(scans.map((step) => step['Relation Name'])).toEqual(['game_servers']);
    }
  } finally {
    await database.drop();
  }
}, 400_000);

test('entries from before the history get their balance and their product', async () => {
  const migration = await readMigration();
  const { db, drop } = await createTestDatabase();
  try {
    const accountId = await createTestAccount(db);
    // As the version before left it.
    await db.execute(
      sql.raw(`
      drop trigger ledger_entries_count on ledger_entries;
      drop function count_ledger_entry;
      drop table game_coin_totals;
      alter table ledger_transactions drop column detail, drop column server_id;
      alter table ledger_entries drop column balance;
      insert into products (storefront, name, price_cents) values ('shop', 'Chest', 499);
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at)
      select ${accountId}, id, 'Chest as it was', 499, 'sandbox', false, 'paid', now() from products;
      insert into ledger_transactions (idempotency_key, reason)
      select 'order:' || id || ':grant', 'order' from orders;
      insert into ledger_transactions (idempotency_key, reason)
      select 'order:' || id || ':reversal:2', 'order reversed' from orders;
      insert into ledger_transactions (idempotency_key, reason) values ('audit:7', 'adjusted by staff');
      set session_replication_role = replica;
      insert into ledger_entries (transaction_id, account_id, currency, amount)
      select t.id, side.account_id, 'premium', side.sign * case t.reason when 'order' then 500 when 'order reversed' then -500 else 30 end
      from ledger_transactions t, (values (${accountId}, 1), (null, -1)) as side (account_id, sign) order by t.id;
      insert into coin_balances values (${accountId}, 'premium', 30);
      set session_replication_role = origin;`),
    );
    await db.execute(sql.raw(migration));
    const history = await readCoinHistory(db, { accountId, limit: 10 });
    expect(linesOf(history)).toEqual([
      '30 premium adjustment → 30',
      '-500 premium order_reversed → 0',
      '500 premium order → 500',
    ]);
    expect(history.entries.map(({ detail }) => detail)).toEqual([null, 'Chest as it was', 'Chest as it was']);
    expect(await faultsOfLedger(db)).toEqual([]);
  } finally {
    await drop();
  }
});

async function readMigration(): Promise<string> {
  const folder = path.join(SERVER_ROOT, 'migrations');
  const name = (await readdir(folder)).find((file) => file.startsWith('0059-'));
  return readFile(path.join(folder, name ?? ''), 'utf8');
}
