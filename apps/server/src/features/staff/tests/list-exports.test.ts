import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOwner, createStaff, usePortal } from '#test/account-journeys.ts';
import { entriesOn } from '#test/audit.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { writeUnchecked } from '#test/plans.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import { createExportList } from '#features/staff/export-list.ts';
import { createExportSlots, endingWith } from '#features/staff/export-slots.ts';
import { hashToken } from '#platform/auth/tokens.ts';

const portal = await usePortal();
const { db, database } = portal.parts;
const owner = await createOwner(portal);
const MANY = 12_500;

await writePastOrders(portal, [{ accountId: owner.id, productName: '=cmd|1', priceCents: 12_345 }]);
await writeUnchecked(
  database,
  `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state, expires_at, created_at)
   select account_id, product_id, 'Crate', 100 + n % 50, 'stripe', false, 'many-' || n, 'paid', now(),
          timestamptz '2026-03-01' + make_interval(mins => n)
   from orders, generate_series(1, ${MANY}) n where product_name = '=cmd|1'`,
  `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state)
   select ${owner.id}, 'export ' || n, 'grant', 'item', n, 1, 'dead' from generate_series(1, 2300) n`,
  `insert into characters (account_id, character_id, name, level, class)
   select ${owner.id}, n::text, 'Kara ' || n, 1, 'Warden' from generate_series(1, 2300) n`,
  `insert into account_benefits (account_id, benefit_id, available_until, grant_key)
   select ${owner.id}, n, now() + make_interval(days => n % 2 * 2 - 1), 'k' || n from generate_series(1, 2300) n`,
  `insert into accounts (user_name, email, password_hash)
   select 'export_' || n, 'export_' || n || '@post.example', 'none' from generate_series(1, 2300) n`,
  `insert into account_search select id, lower(user_name), lower(email), registered_at from accounts
   where user_name like 'export%' on conflict do nothing`,
  `insert into twitch_seasons (name, starts_at) values ('Export', now() - interval '1 day')`,
  `insert into drop_rule_failures (season_id, account_id, rule, last_minute)
   select max(season.id), account.id, 'email', 1 from twitch_seasons season, accounts account
   where season.name = 'Export' and account.user_name like 'export%' group by account.id`,
  `insert into alert_incidents (alert, since, opened_at, cleared_at, cases)
   values ('mails_failing', now(), now(), now(), 1), ('dead_deliveries', now(), now(), now(), 1)`,
  `insert into twitch_rewards (season, type, title, required_minutes, item_id, item_quantity)
   select id, 'viewer', title, 60, 7, 1 from twitch_seasons, unnest(array['Lamp', 'Flute']) title where name = 'Export'`,
  `insert into news (status, title, body, body_html, published_at)
   select case when n <= 101 then 'draft' else 'published' end, 'Moon ' || n, '', '', now() from generate_series(1, 103) n`,
  `insert into patch_notes (status, version, title, body, body_html, release_date, published_at)
   select 'published', n, 'Moon', '', '', '2026-01-01', now() + n * interval '1 day' from generate_series(0, 1) n`,
  `insert into redeliveries (id, staff_id, mode, scope, until, reason, planned, finished_at)
   select gen_random_uuid(), ${owner.id}, 'same_keys', 'everything', now(), 'Restored', 1, finished
   from unnest(array[now(), null]) finished`,
  `insert into roles (name, web_mgt) values ('Writers', 11)`,
  `insert into product_categories (name) values ('Export')`,
  `insert into bans (account_id, description, ip) select id, '=cmd|2', '203.0.113.9' from accounts where user_name = 'export_1'`,
  `insert into mails (id, account_id, kind, recipient, parameters)
   select gen_random_uuid(), id, 'confirm_email', email, '{}' from accounts where user_name = 'export_1'`,
  `insert into sessions (token_hash, account_id) select '\\x0104', id from accounts where user_name = 'export_1'`,
  `insert into game_accounts (server_id, account_id, state, login)
   select 1, id, 'active', 'export' from accounts where user_name = 'export_1'`,
  `insert into bulk_lists (id, staff_id, action, details, reason)
   values (gen_random_uuid(), ${owner.id}, 'BAN', '{}', 'Cheats')`,
);

async function* parts() {
  yield 'one';
  yield 'two';
}

const exported = (path: string, { token } = owner) => portal.call('GET', `/admin/${path}`, { token });
const linesOf = (file: string) => file.slice(1).split('\r\n').slice(1, -1);
const idsOf = (file: string) => linesOf(file).map((line) => line.split(',')[0]);

describe('the file of a list', () => {
  test.each([
    ['orders/export?search=', MANY + 1, 'orderId'],
    ['orders/export?sort=orderId&atMost=1.49&product=', MANY, 'orderId'],
    ['deliveries/export', 2300, 'deliveryId'],
    ['users/export?search=export_', 2300, 'accountDBID'],
    ['userBenefits/export?state=ended', 1150, 'accountDBID'],
    ['game/characters/export', 2300, 'serverId'],
    ['game/inventory/export', 0, 'accountDBID'],
    ['products/export', 1, 'productId'],
    ['staff/export', 1, 'accountDBID'],
    ['twitch/streamers/export', 0, 'accountDBID'],
    ['twitch/rule-failures/export', 2300, 'accountDBID'],
    ['unmatched-payments/export', 0, 'paymentId'],
    ['deliveries/export?state=all&kind=item&from=2020-01-01T00:00Z&product=', 0, 'deliveryId'],
    ['products/export?listing=listed&atLeast=1&server=1', 0, 'productId'],
    ['budgets/export', 1, 'accountDBID'],
    ['alerts/past/export?alert=mails_failing&from=2026-01-01T00:00Z', 1, 'incidentId'],
    ['twitch/rewards/export?search=lamp', 1, 'rewardId'],
    ['content/news/export?state=draft&search=moon', 101, 'id'],
    ['content/patchnotes/export?state=scheduled&to=2099-01-01T00:00Z', 1, 'id'],
    ['redeliveries/export?state=done', 1, 'id'],
    ['bulk/export', 1, 'id'],
    ['game/servers/export', 1, 'serverId'],
    ['roles/export', 1, 'roleId'],
    ['product-categories/export', 1, 'categoryId'],
    ['twitch/seasons/export', 1, 'seasonId'],
  ])('of %s has every row once', async (given, rows, heading) => {
    const product = given.endsWith('product=')
      ? (await db.execute<{ id: number }>(sql`select min(product_id) as id from orders`)).rows[0]?.id
      : '';
    const response = await exported(`${given}${product}`);
    expect([response.statusCode, response.body.slice(1, heading.length + 1)]).toEqual([200, heading]);
    const lines = linesOf(response.body);
    expect(lines.length).toBeGreaterThanOrEqual(rows);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test.each([
    ['bans', 'banId', `'=cmd|2,true`],
    ['mails', 'kind', 'confirm_email,export_1@post.example,'],
    ['game-accounts', 'serverId', '1,Game server,export,'],
    ['sessions', 'createdAt', 'Z,'],
  ])('of %s of an account has its rows', async (table, heading, part) => {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from accounts where user_name = 'export_1'`,
    );
    const response = await exported(`users/${rows[0]?.id}/${table}/export`);
    expect([response.statusCode, response.body.slice(1, heading.length + 1)]).toEqual([200, heading]);
    const lines = linesOf(response.body);
    expect([lines.length, lines[0]]).toEqual([1, expect.stringContaining(part)]);
    expect((await exported(`users/2000000000/${table}/export`)).statusCode).toBe(404);
  });

  test('is in the order of the list, and runs no formula', async () => {
    const down = await exported('orders/export');
    const up = await exported('orders/export?sort=orderId');
    expect(idsOf(up.body)).toEqual(idsOf(down.body).toReversed());
    expect(linesOf(up.body)[0]).toContain(`,'=cmd|1,`);
  });

  test('is for staff of its section, and is in the audit log with its filters', async () => {
    const staff = await createStaff(portal, ['gameInventory']);
    expect((await exported('orders/export', staff)).statusCode).toBe(403);
    expect((await exported('game/inventory/export?search=7', staff)).statusCode).toBe(200);
    expect((await exported('orders/export?from=never')).statusCode).toBe(400);
    const traces = (await entriesOn(portal, 'inventory')).filter(({ staffId }) => staffId === staff.id);
    expect(traces.map(({ kind, after }) => [kind, after])).toEqual([
      ['list.export', { search: '7', rows: 0 }],
    ]);
  });
});

describe('exports at once', () => {
  test('end with the client that leaves, and hold no connection while one is slow', async () => {
    const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const begin = (signal: AbortSignal) =>
      fetch(`${origin}/api/admin/orders/export`, {
        headers: { authorization: `Bearer ${owner.token}` },
        signal,
      });
    const response = await begin(leaving.signal);
    await response.body?.getReader().read();
    const second = await exported('deliveries/export');
    expect([second.statusCode, second.json().message]).toEqual([
      429,
      'You already export a list. Wait until it has finished. Please try again in 30 seconds.',
    ]);
    // Others are not kept from theirs.
    expect((await exported('orders/export', await createStaff(portal, ['orders']))).statusCode).toBe(200);
    const { pool } = database;
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    leaving.abort();
    await expect.poll(async () => (await exported('deliveries/export')).statusCode).toBe(200);
  });

  test('are bounded, and a stalled one is cut off', async () => {
    const take = createExportSlots(20);
    const slots = Array.from({ length: 8 }, (_, n) => take(n));
    expect(() => take(8)).toThrow('Too many lists are being exported');
    slots[0]?.release();
    const slot = take(8);
    const file = endingWith(parts(), slot)[Symbol.asyncIterator]();
    expect(await file.next()).toMatchObject({ value: 'one' });
    await pause(60);
    await expect(file.next()).rejects.toThrow('The export took too long.');
    expect(() => take(8)).not.toThrow();
  });
});

test.each([
  ['session', sql`delete from sessions where account_id =`, 'unauthenticated'],
  ['right', sql`update accounts set web_mgt = 1 where id =`, 'forbidden'],
])('an export ends with its author’s %s', async (_, withdraw, code) => {
  const { id, token } = await createStaff(portal, ['orders']);
  const viewer = await findViewerBySession(db, hashToken(token));
  if (!viewer) throw new Error('Nobody is signed in.');
  const exportList = createExportList(db, (_query, select) => select(db));
  const { parts: file } = await exportList(
    { viewer, address: '198.51.100.7' },
    {
      list: 'orders',
      fileName: 'numbers',
      columns: [{ label: 'number', value: (number: number) => number }],
      present: (number: number) => number,
      query: {},
      batch: 1,
      readAfter: async (_db, { after = 0 }) => [after + 1],
      count: async () => 1,
    },
  );
  const reading = file[Symbol.asyncIterator]();
  await reading.next();
  await reading.next();
  await db.execute(sql`${withdraw} ${id}`);
  await expect(reading.next()).rejects.toMatchObject({ code });
});
