import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { createSignedInPlayer, type Player, registerPlayer } from '#test/account-journeys.ts';
import { useAuditLog } from '#test/audit.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';

const { portal, owner, staffWith, record, list, read } = await useAuditLog();

const targets = ({ entries }: { entries: { target: string }[] }) => entries.map(({ target }) => target);

const kinds = async (query: Record<string, string>) =>
  (await list(owner, query)).entries.map(({ kind }: { kind: string }) => kind);

test('an entry names staff, action, account, address and the changed fields', async () => {
  const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
  await portal.call('PUT', `/admin/users/${player.id}`, {
    token: staff.token,
    body: { agaiaCoins: 5 },
    address: '198.51.100.9',
  });
  expect(await list(owner, { account: String(player.id) })).toEqual({
    entries: [
      {
        entryId: expect.any(Number),
        at: expect.stringMatching(/^20.*Z$/),
        staff: { accountDBID: staff.id, userName: staff.username },
        address: '198.51.100.9',
        kind: 'user.update',
        target: String(player.id),
        targetName: null,
        account: { accountDBID: player.id, userName: player.username },
        before: { agaiaCoins: 0 },
        after: { agaiaCoins: 5 },
        reason: null,
        isCut: false,
      },
    ],
    total: 1,
    totalIsExact: true,
  });
});

test('an entry keeps the reason that staff gave', async () => {
  const staff = await staffWith('users');
  const reason = 'Charged twice, ticket 812.';
  await record(staff, { kind: 'order.refund', target: 'refunded', reason });
  const [entry] = (await list(owner, { staff: String(staff.id) })).entries;
  expect(entry).toMatchObject({ target: 'refunded', reason });
  expect((await read(owner, entry.entryId)).json()).toMatchObject({ reason });
});

describe('the log shows', () => {
  test('an owner every entry, including news', async () => {
    const [staff, player] = [await staffWith('news', 'users'), await registerPlayer(portal)];
    await record(
      staff,
      { accountId: player.id },
      { accountId: owner.id },
      { kind: 'news.create', target: 'article-1' },
    );
    const seen = await list(owner, { staff: String(staff.id) });
    expect(targets(seen)).toEqual(['article-1', String(owner.id), String(player.id)]);
    expect(seen.entries[0]).toMatchObject({ account: null, before: null, after: null });
  });

  test('staff the entries about accounts they may edit, and their own actions', async () => {
    const [viewer, colleague] = [await staffWith('users', 'news'), await staffWith('users')];
    const ranks = [
      { webMgt: 1 },
      { webMgt: 2 },
      { webMgt: 22 },
      { webMgt: 3 },
      { webMgt: 26 },
      { permission: 1 },
      { permission: 32 },
    ];
    const people = await Promise.all(ranks.map(() => registerPlayer(portal)));
    for (const [index, { id }] of people.entries())
      await portal.parts.db
        .update(accounts)
        .set(ranks[index] ?? {})
        .where(eq(accounts.id, id));
    await record(colleague, ...people.map(({ id }) => ({ accountId: id })), {
      kind: 'news.delete',
      target: 'article-2',
    });
    await record(viewer, { kind: 'news.create', target: 'article-3' }, { accountId: owner.id });

    const ofColleague = await list(viewer, { staff: String(colleague.id) });
    const own = await list(viewer, { staff: String(viewer.id) });

    const [player, peer, equal] = people.map(({ id }) => String(id));
    expect(targets(ofColleague)).toEqual([equal, peer, player]);
    expect(ofColleague).toMatchObject({ total: 3, totalIsExact: true });
    expect(targets(own)).toEqual([String(owner.id), 'article-3']);
    expect(targets(await list(owner, { staff: String(colleague.id) }))).toHaveLength(8);
  });

  test('staff the entries about their own account', async () => {
    const staff = await staffWith('users');
    await record(owner, { accountId: staff.id, kind: 'user.end_sessions' });
    expect(targets(await list(staff, { account: String(staff.id) }))).toEqual([String(staff.id)]);
  });

  test('fewer entries on the next request after a right is revoked', async () => {
    const [viewer, other] = [await staffWith('users', 'benefits'), await registerPlayer(portal)];
    await portal.parts.db.update(accounts).set({ webMgt: 3 }).where(eq(accounts.id, other.id));
    await record(owner, { accountId: other.id });
    const count = async () => (await list(viewer, { account: String(other.id) })).total;
    expect(await count()).toBe(1);
    await portal.parts.db.update(accounts).set({ webMgt: 2 }).where(eq(accounts.id, viewer.id));
    expect(await count()).toBe(0);
  });

  test('no entries to staff without account management', async () => {
    const people = [await createSignedInPlayer(portal), await staffWith('news', 'actions')];
    for (const { token } of people)
      expect((await portal.call('GET', '/admin/audit', { token })).statusCode).toBe(403);
    expect((await portal.call('GET', '/admin/audit')).statusCode).toBe(401);
  });
});

describe('the log is filtered', () => {
  test('by staff, by account and by kind, and by all of them', async () => {
    const [staff, other] = [await staffWith('users'), await staffWith('users')];
    const [player, second] = [await registerPlayer(portal), await registerPlayer(portal)];
    await record(
      staff,
      { accountId: player.id },
      { accountId: player.id, kind: 'user.ban' },
      { accountId: second.id, kind: 'user.ban' },
    );
    await record(other, { accountId: player.id, kind: 'user.ban' });
    expect(await kinds({ staff: String(staff.id) })).toEqual(['user.ban', 'user.ban', 'user.update']);
    expect(await kinds({ account: String(player.id) })).toEqual(['user.ban', 'user.ban', 'user.update']);
    const all = { staff: String(staff.id), account: String(player.id), kind: 'user.ban' };
    expect(await kinds(all)).toEqual(['user.ban']);
    expect(await kinds({ ...all, kind: 'benefit.create' })).toEqual([]);
  });

  test.each<[string, (player: Player) => string]>([
    ['the name of the account', ({ username }) => username.slice(2).toUpperCase()],
    ['the id of the account', ({ id }) => String(id)],
    ['the beginning of the target', () => 'reward-%_1'],
  ])('by %s', async (_, searchOf) => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    await portal.parts.db.execute(
      sql`select setval(pg_get_serial_sequence('accounts', 'id'), 1000 + ${player.id})`,
    );
    await record(
      staff,
      { kind: 'twitch_reward.create', target: 'reward-xx1' },
      { accountId: player.id, kind: 'benefit.create', target: 'reward-%_1x' },
    );
    for (const viewer of [owner, staff]) {
      const found = await list(viewer, { search: ` ${searchOf(player)} `, staff: String(staff.id) });
      expect(targets(found)).toEqual(['reward-%_1x']);
    }
  });

  test('by every valid account id', async () => {
    for (const id of ['1000000000', '2147483647'])
      expect(await kinds({ staff: id, account: id })).toEqual([]);
  });

  test.each([
    { staff: '0' },
    { account: 'x' },
    { account: '2147483648' },
    { kind: 'user.love' },
    { sort: 'target' },
    { page: '-1' },
  ])('by no %j', async (query) => {
    const response = await portal.call('GET', `/admin/audit?${new URLSearchParams(query)}`, {
      token: owner.token,
    });
    expect(response.statusCode).toBe(400);
  });
});

test('pages follow each other without gaps, in both orders', async () => {
  const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
  // Each matches two conditions and is still listed once.
  await record(staff, ...Array.from({ length: 25 }, (_, n) => ({ accountId: player.id, target: `t${n}` })));
  const page = (query: Record<string, string>) => list(staff, { account: String(player.id), ...query });

  const pages = [
    await page({}),
    await page({ page: '2' }),
    await page({ page: '3' }),
    await page({ page: '4' }),
  ];
  const newest = Array.from({ length: 25 }, (_, n) => `t${24 - n}`);
  expect(pages.flatMap(targets)).toEqual(newest);
  expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25]);
  const oldest = await page({ sort: 'at', pageSize: '100' });
  expect(targets(oldest)).toEqual(newest.toReversed());
});

test("a reading of 'All' moves none of its own windows", async () => {
  const staff = await staffWith('users');
  await record(staff, ...Array.from({ length: 150 }, (_, n) => ({ target: `w${n}` })));
  const window = (page: string) => list(staff, { staff: String(staff.id), pageSize: 'all', page });
  const seen = [...targets(await window('1')), ...targets(await window('2')), ...targets(await window('1'))];
  const newest = Array.from({ length: 150 }, (_, n) => `w${149 - n}`);
  expect(seen).toEqual([...newest, ...newest.slice(0, 100)]);
  expect(targets(await list(staff, { staff: String(staff.id) }))[0]).toBe('audit');
});

test('the log counts entries up to a thousand', async () => {
  const player = await registerPlayer(portal);
  await portal.parts.db.insert(auditEntries).values(
    Array.from({ length: 1001 }, (_, n) => ({
      staffId: owner.id,
      kind: 'user.update' as const,
      target: `t${n}`,
      accountId: player.id,
    })),
  );
  const query = { account: String(player.id) };
  expect(await list(owner, query)).toMatchObject({ total: 1000, totalIsExact: false });
  expect(await list(owner, { ...query, pageSize: 'all', page: '11' })).toMatchObject({
    total: 1001,
    totalIsExact: true,
  });
});
