import { randomUUID } from 'node:crypto';
import type { Section } from '@waygate/contract/permissions';
import type { Timeline, TimelineEntry } from '@waygate/contract/players/players.schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { giveCoins } from '#test/edited-users.ts';
import { startPaidOrder, useShop } from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const owner = await createOwner(shop);

const read = (id: number, query = '', { token } = owner) =>
  shop.call('GET', `/admin/users/${id}/timeline${query}`, { token });

async function timelineOf(id: number, query = '', staff = owner): Promise<Timeline> {
  const response = await read(id, query, staff);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const eventsOf = ({ entries }: Timeline) => entries.map(({ event }) => event);

/** All pages of this size. */
async function readThrough(id: number, limit: number, kinds = ''): Promise<TimelineEntry[]> {
  const page = await timelineOf(id, `?limit=${limit}${kinds}`);
  const seen = [...page.entries];
  for (let { before } = page; before !== null;) {
    const next = await timelineOf(id, `?limit=${limit}${kinds}&before=${encodeURIComponent(before)}`);
    expect(next.entries.length).toBeGreaterThan(0);
    seen.push(...next.entries);
    before = next.before;
  }
  return seen;
}

/** A player with one event of each kind. */
async function createBusyPlayer(): Promise<{ id: number; orderId: number }> {
  const { buyer, orderId } = await startPaidOrder(shop, { name: 'Chest of the north' });
  const { id } = buyer;
  await giveCoins(shop, id, 7);
  const write = (path: string, body: object) => shop.call('POST', path, { token: owner.token, body });
  await write(`/admin/users/${id}/notes`, {
    requestId: randomUUID(),
    text: 'Asked twice.\nWas friendly.',
  });
  await write('/admin/banUser', { accountDBID: id, endTime: null, ip: null, description: 'Used a bot' });
  await write('/admin/unbanUser', { accountDBID: id });
  await db.execute(sql`
    with days as (insert into activity_days (day, account_id, sign_ins) values ('2026-11-01', ${id}, 3)),
      entered as (insert into sessions (token_hash, account_id) values (decode(md5(${`busy:${id}`}), 'hex'), ${id}))
    insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity)
    values (${id}, ${`busy:${id}`}, 'grant', 'item', 7001, 2)`);
  return { id, orderId };
}

describe("a player's timeline", () => {
  test('has everything that happened, and says who did it', async () => {
    const { id, orderId } = await createBusyPlayer();
    const timeline = await timelineOf(id);
    const found = (event: string) => timeline.entries.find((entry) => entry.event === event);
    expect(found('order')).toMatchObject({ orderId, productName: 'Chest of the north', state: 'paid' });
    expect(found('delivery')).toMatchObject({ itemId: 7001, quantity: 2, state: 'pending', isOnHold: false });
    expect(timeline.entries.filter(({ event }) => event === 'coins')).toMatchObject([
      { amount: 7, orderId: null },
      { reason: 'order', orderId },
    ]);
    const staff = { accountDBID: owner.id, userName: owner.username };
    expect(found('ban')).toMatchObject({ endsAt: null, isLifted: true, hasAddress: false, staff });
    expect(found('unban')).toMatchObject({ staff });
    expect(found('note')).toMatchObject({ text: 'Asked twice.\nWas friendly.', staff });
    expect(found('sign_ins')).toMatchObject({ at: '2026-11-01T00:00:00.000000Z', count: 3 });
    expect(eventsOf(timeline)).toEqual(expect.arrayContaining(['registered', 'signed_in']));
    expect(timeline.before).toBeNull();
  });

  test('says what staff changed, without texts that are too long for a line', async () => {
    const { id } = await createSignedInPlayer(shop);
    await db.execute(sql`
      insert into audit_entries (at, staff_id, kind, target, account_id, before, after, reason) values
        ('2026-10-02Z', ${owner.id}, 'drop_minutes.adjust', ${String(id)}, ${id}, '{"viewerMinutes": 10}', '{"viewerMinutes": 40}', 'Broke off'),
        ('2026-10-01Z', ${owner.id}, 'user.update', ${String(id)}, ${id}, '{"userName": "a"}',
          jsonb_build_object('userName', repeat('x', 3000)), null)`);
    const { entries } = await timelineOf(id, '?kinds=staff');
    expect(entries).toMatchObject([
      {
        action: 'drop_minutes.adjust',
        before: { viewerMinutes: 10 },
        after: { viewerMinutes: 40 },
        reason: 'Broke off',
      },
      { action: 'user.update', before: { userName: 'a' }, after: null },
    ]);
  });

  test('is read page by page, each entry once, also where times are equal', async () => {
    const { id } = await createBusyPlayer();
    await db.execute(sql`
      with sent as (
        insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, created_at)
        select ${id}, 'equal:' || ${id}::int || ':' || n, 'grant', 'item', n, 1, '2026-10-01 12:00Z'
        from generate_series(1, 5) n
      ), banned as (
        insert into bans (account_id, description, is_active, created_at)
        select ${id}, 'At noon', false, '2026-10-01 12:00Z' from generate_series(1, 3)
      )
      insert into staff_notes (account_id, author_id, text, created_at)
      select ${id}, ${owner.id}, 'At noon', '2026-10-01 12:00Z' from generate_series(1, 4)`);
    const whole = (await timelineOf(id, '?limit=100')).entries;
    expect(whole.length).toBeGreaterThan(18);
    for (const limit of [1, 2, 5]) expect(await readThrough(id, limit)).toEqual(whole);
    const bans = await readThrough(id, 1, '&kinds=ban,note');
    expect(bans).toEqual(whole.filter(({ event }) => ['ban', 'unban', 'note'].includes(event)));
    const times = whole.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('is limited to a time, also page by page', async () => {
    const { id } = await createSignedInPlayer(shop);
    await db.execute(sql`
      insert into staff_notes (account_id, author_id, text, created_at)
      select ${id}, ${owner.id}, 'On day ' || n, '2026-10-01Z'::timestamptz + n * interval '1 day' from generate_series(0, 9) n`);
    const period = '&from=2026-10-03T00:00:00Z&to=2026-10-06T00:00:00Z';
    const entries = await readThrough(id, 2, period);
    expect(entries.map((entry) => 'text' in entry && entry.text)).toEqual([
      'On day 4',
      'On day 3',
      'On day 2',
    ]);
    expect((await read(id, '?from=yesterday')).statusCode).toBe(400);
  });

  test.each<[Section[], string[]]>([
    [['users'], ['sign_in', 'coins', 'ban', 'note', 'staff']],
    [
      ['users', 'orders'],
      ['sign_in', 'order', 'delivery', 'coins', 'ban', 'note', 'staff'],
    ],
  ])('shows staff of %j %j', async (sections, kinds) => {
    const { id, orderId } = await createBusyPlayer();
    const staff = await createStaff(shop, sections);
    const timeline = await timelineOf(id, '?limit=100', staff);
    expect(timeline.kinds).toEqual(kinds);
    const mayOrders = sections.includes('orders');
    expect(eventsOf(timeline).includes('order')).toBe(mayOrders);
    expect(eventsOf(timeline).includes('delivery')).toBe(mayOrders);
    const coins = timeline.entries.find((entry) => entry.event === 'coins' && entry.reason === 'order');
    expect(coins).toMatchObject({ orderId: mayOrders ? orderId : null });
    const asked = await timelineOf(id, '?kinds=order,delivery', staff);
    expect(asked.entries.length > 0).toBe(mayOrders);
  });

  test('counts the sign-ins of a day whose sessions have ended, next to those that have not', async () => {
    const { id } = await createSignedInPlayer(shop);
    await db.execute(sql`
      with days as (
        insert into activity_days (day, account_id, sign_ins) values ('2026-11-01', ${id}, 3), ('2026-11-02', ${id}, 1)
      )
      insert into sessions (token_hash, account_id, created_at)
      values (decode(md5(${`first:${id}`}), 'hex'), ${id}, '2026-11-01 09:00Z'),
        (decode(md5(${`second:${id}`}), 'hex'), ${id}, '2026-11-02 09:00Z')`);
    const { entries } = await timelineOf(id, '?kinds=sign_in');
    expect(entries.filter(({ at }) => at < '2026-11-03' && at > '2026-11-01')).toMatchObject([
      { event: 'signed_in', at: '2026-11-02T09:00:00.000000Z' },
      { event: 'signed_in', at: '2026-11-01T09:00:00.000000Z' },
      { event: 'sign_ins', at: '2026-11-01T00:00:00.000000Z', count: 2 },
    ]);
  });

  test('does not show notes, and who did what, of an account with more rights', async () => {
    const { id } = await createBusyPlayer();
    await db.execute(sql`update accounts set web_mgt = 7 where id = ${id}`);
    const timeline = await timelineOf(id, '', await createStaff(shop, ['users']));
    expect(timeline.kinds).toEqual(['sign_in', 'coins', 'ban']);
    expect(timeline.entries.find(({ event }) => event === 'ban')).toMatchObject({ staff: null });
    expect(eventsOf(timeline)).not.toContain('unban');
  });

  test('does not show notes about the viewer, except to owners', async () => {
    const staff = await createStaff(shop, ['users']);
    expect((await timelineOf(staff.id, '', staff)).kinds).toEqual(['sign_in', 'coins', 'ban', 'staff']);
    expect((await timelineOf(owner.id)).kinds).toContain('note');
  });

  test.each([
    '?limit=0',
    '?kinds=everything',
    '?kinds=',
    '?before=x',
    '?before=0000-01-01T00:00:00.000000Z~order~1',
    '?before=2026-02-31T00:00:00.000000Z~order~1',
    '?before=2026-13-01T00:00:00.000000Z~order~1',
    '?before=2026-01-01T00:00:00.000000Z~nothing~1',
    '?before=2026-01-01T00:00:00.000000Z~order~9999999999999999',
    '?before=%00',
  ])('refuses %s', async (query) => {
    expect((await read(owner.id, query)).statusCode).toBe(400);
  });

  test('starts anywhere, at the first and the last time there is', async () => {
    for (const before of ['2000-01-01T00:00:00.000000Z~order~1', '9999-12-31T23:59:59.999999Z~staff~0'])
      expect((await read(owner.id, `?before=${before}`)).statusCode).toBe(200);
  });

  test('is for staff for accounts', async () => {
    const player = await createSignedInPlayer(shop);
    expect((await read(player.id, '', player)).statusCode).toBe(403);
    expect((await read(player.id, '', await createStaff(shop, ['orders']))).statusCode).toBe(403);
    expect((await read(2_147_483_647)).statusCode).toBe(404);
  });
});
