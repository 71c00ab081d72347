import type { Section } from '@waygate/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#features/accounts/accounts.tables.ts';
import {
  createOwner,
  createPortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  type Portal,
  registerPlayer,
} from '#test/account-journeys.ts';
import { recordAudit } from './audit.service.ts';
import { auditEntries } from './audit.tables.ts';

type Person = Player & { token: string };

let portal: Portal;
let owner: Person;
beforeAll(async () => {
  portal = await createPortal();
  owner = await createOwner(portal);
});
afterAll(() => portal.close());

const list = async ({ token }: Person, query: Record<string, string> = {}) => {
  const response = await portal.call('GET', `/admin/audit?${new URLSearchParams(query)}`, { token });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const read = ({ token }: Person, id: number | string) => portal.call('GET', `/admin/audit/${id}`, { token });

const staffWith = (...sections: Section[]) => createStaff(portal, sections);

const targets = ({ entries }: { entries: { target: string }[] }) => entries.map(({ target }) => target);

const kinds = async (query: Record<string, string>) =>
  (await list(owner, query)).entries.map(({ kind }: { kind: string }) => kind);

type Deed = Partial<Parameters<typeof recordAudit>[2]>;

/** Writes deeds of one member of staff, in this order. */
async function deeds({ id, username }: Player, ...given: Deed[]): Promise<void> {
  const viewer = {
    accountId: id,
    userName: username,
    permission: 0,
    webMgt: 1,
    sessionHash: Buffer.alloc(0),
  };
  await portal.parts.db.transaction(async (tx) => {
    for (const deed of given) {
      await recordAudit(
        tx,
        { viewer, address: '198.51.100.7' },
        { kind: 'user.update', target: String(deed.accountId ?? 'somewhere'), ...deed },
      );
    }
  });
}

test('an entry tells who did what to whom, from where, and what was changed', async () => {
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
        account: { accountDBID: player.id, userName: player.username },
        before: { agaiaCoins: 0 },
        after: { agaiaCoins: 5 },
        isCut: false,
      },
    ],
    total: 1,
    totalIsExact: true,
  });
});

describe('the log shows', () => {
  test('an owner everything, news too', async () => {
    const [staff, player] = [await staffWith('news', 'users'), await registerPlayer(portal)];
    await deeds(
      staff,
      { accountId: player.id },
      { accountId: owner.id },
      { kind: 'news.create', target: 'article-1' },
    );
    const seen = await list(owner, { staff: String(staff.id) });
    expect(targets(seen)).toEqual(['article-1', String(owner.id), String(player.id)]);
    expect(seen.entries[0]).toMatchObject({ account: null, before: null, after: null });
  });

  test('others what concerns accounts they may edit, and their own deeds', async () => {
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
    await deeds(colleague, ...people.map(({ id }) => ({ accountId: id })), {
      kind: 'news.delete',
      target: 'article-2',
    });
    await deeds(viewer, { kind: 'news.create', target: 'article-3' }, { accountId: owner.id });

    const ofColleague = await list(viewer, { staff: String(colleague.id) });
    const own = await list(viewer, { staff: String(viewer.id) });

    const [player, peer, equal] = people.map(({ id }) => String(id));
    expect(targets(ofColleague)).toEqual([equal, peer, player]);
    expect(ofColleague).toMatchObject({ total: 3, totalIsExact: true });
    expect(targets(own)).toEqual([String(owner.id), 'article-3']);
    expect(targets(await list(owner, { staff: String(colleague.id) }))).toHaveLength(8);
  });

  test('what their own account went through', async () => {
    const staff = await staffWith('users');
    await deeds(owner, { accountId: staff.id, kind: 'user.end_sessions' });
    expect(targets(await list(staff, { account: String(staff.id) }))).toEqual([String(staff.id)]);
  });

  test('less with the next request once a right is withdrawn', async () => {
    const [viewer, other] = [await staffWith('users', 'benefits'), await registerPlayer(portal)];
    await portal.parts.db.update(accounts).set({ webMgt: 3 }).where(eq(accounts.id, other.id));
    await deeds(owner, { accountId: other.id });
    const count = async () => (await list(viewer, { account: String(other.id) })).total;
    expect(await count()).toBe(1);
    await portal.parts.db.update(accounts).set({ webMgt: 2 }).where(eq(accounts.id, viewer.id));
    expect(await count()).toBe(0);
  });

  test('nothing to whoever lacks account management', async () => {
    const people = [await createSignedInPlayer(portal), await staffWith('news', 'actions')];
    for (const { token } of people)
      expect((await portal.call('GET', '/admin/audit', { token })).statusCode).toBe(403);
    expect((await portal.call('GET', '/admin/audit')).statusCode).toBe(401);
  });
});

describe('of a long value', () => {
  const text = 'Ünited we stand. '.repeat(6000);
  const lines = Array.from({ length: 40 }, (_, n) => ({ label: `Lantern ${n}`, quantity: n }));
  const whole = {
    before: { title: 'x'.repeat(500), body: text, price: 4.99, isSale: false, imageUrl: null },
    after: { body: `${text}!`, lines },
  };

  test('the list shows where it was changed, and the entry all of it', async () => {
    const staff = await staffWith('users', 'news');
    await deeds(staff, { kind: 'news.update', target: 'long', ...whole }, { kind: 'news.create', after: {} });
    const { entries } = await list(staff, { staff: String(staff.id) });
    expect(entries[0]).toMatchObject({ before: null, after: {}, isCut: false });
    expect(entries[1]).toMatchObject({
      before: { ...whole.before, body: `…${text.slice(-40)}` },
      after: {
        body: `…${text.slice(-40)}!`,
        lines: expect.stringMatching(/^\[\{"label": "Lantern 0", "quantity": 0\}.{450,}…$/),
      },
      isCut: true,
    });
    for (const { entryId } of entries) {
      const entry = (await read(staff, entryId)).json();
      expect(entry).toMatchObject({ entryId, isCut: false, staff: { accountDBID: staff.id } });
    }
    expect((await read(staff, entries[1].entryId)).json()).toMatchObject(whole);
  });

  const lead = `…${text.slice(-40)}`;

  test.each([
    [
      'its beginning',
      [`Old ${text}`, `New ${text}`],
      ['Old ', 'New '].map((word) => `${word}${text.slice(0, 496)}…`),
    ],
    ['its middle', [`${text}Old ${text}`, `${text}New`], [`${lead}Old ${text.slice(0, 456)}…`, `${lead}New`]],
    ['a letter by one of the same first byte', [`${text}ö`, `${text}ü`], [`${lead}ö`, `${lead}ü`]],
    [
      'its length',
      [text.slice(0, 510), text.slice(0, 490)],
      [`…${text.slice(450, 510)}`, `…${text.slice(450, 490)}`],
    ],
    ['nothing to something', ['', text], ['', `${text.slice(0, 500)}…`]],
    ['nothing at all', [text, text], [lead, lead]],
  ])('that changed %s the list shows just that', async (_, [before, after], excerpts) => {
    const staff = await staffWith('users', 'news');
    await deeds(staff, { kind: 'news.update', before: { body: before }, after: { body: after } });
    const [entry] = (await list(staff, { staff: String(staff.id) })).entries;
    expect([entry.before.body, entry.after.body, entry.isCut]).toEqual([...excerpts, true]);
  });

  test('nobody is shown more than the list lists', async () => {
    const [colleague, viewer] = [await staffWith('users', 'benefits'), await staffWith('users')];
    const player = await registerPlayer(portal);
    await deeds(colleague, { accountId: player.id, ...whole }, { accountId: colleague.id, ...whole });
    const { entries } = await list(colleague, { staff: String(colleague.id) });
    const [ofColleague, ofPlayer] = entries.map(({ entryId }: { entryId: number }) => entryId);

    expect((await read(viewer, ofPlayer)).json()).toMatchObject(whole);
    const refused = await read(viewer, ofColleague);
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'There is no such entry.']);
    for (const person of [colleague, owner]) expect((await read(person, ofColleague)).statusCode).toBe(200);
    for (const { token } of [await createSignedInPlayer(portal), await staffWith('news')])
      expect((await portal.call('GET', `/admin/audit/${ofPlayer}`, { token })).statusCode).toBe(403);
    expect((await portal.call('GET', `/admin/audit/${ofPlayer}`)).statusCode).toBe(401);
    for (const id of ['0', 'x', '2147483647', '2147483648'])
      expect((await read(owner, id)).statusCode).toBe(404);
  });
});

describe('the log is filtered', () => {
  test('by staff, by account and by kind, and by all of them', async () => {
    const [staff, other] = [await staffWith('users'), await staffWith('users')];
    const [player, second] = [await registerPlayer(portal), await registerPlayer(portal)];
    await deeds(
      staff,
      { accountId: player.id },
      { accountId: player.id, kind: 'user.ban' },
      { accountId: second.id, kind: 'user.ban' },
    );
    await deeds(other, { accountId: player.id, kind: 'user.ban' });
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
    await deeds(
      staff,
      { kind: 'twitch_reward.create', target: 'reward-xx1' },
      { accountId: player.id, kind: 'benefit.create', target: 'reward-%_1x' },
    );
    for (const viewer of [owner, staff]) {
      const found = await list(viewer, { search: ` ${searchOf(player)} `, staff: String(staff.id) });
      expect(targets(found)).toEqual(['reward-%_1x']);
    }
  });

  test('by any id that an account can have', async () => {
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

test('pages follow each other without a gap, from either end', async () => {
  const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
  // Found in two ways at once, and still listed once.
  await deeds(staff, ...Array.from({ length: 25 }, (_, n) => ({ accountId: player.id, target: `t${n}` })));
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

test('the log counts to a thousand', async () => {
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

describe('the database itself refuses', () => {
  test.each([
    ['changed entries', sql`update audit_entries set target = 'another'`],
    ['entries changed to what they are', sql`update audit_entries set target = target`],
    ['deleted entries', sql`delete from audit_entries`],
    ['a deleted entry', sql`delete from audit_entries where id = (select max(id) from audit_entries)`],
    ['a truncated log', sql`truncate audit_entries`],
    ['a truncation that cascades', sql`truncate accounts cascade`],
    [
      'an upsert',
      sql`
      insert into audit_entries (id, staff_id, kind, target) overriding system value
      select id, staff_id, kind, 'another' from audit_entries limit 1
      on conflict (id) do update set target = excluded.target`,
    ],
    [
      'a merge',
      sql`
      merge into audit_entries using (select 1) as one on true when matched then delete`,
    ],
    ['an account that is gone', sql`delete from accounts where id in (select staff_id from audit_entries)`],
  ])('%s', async (_, statement) => {
    await deeds(owner, { accountId: owner.id });
    const all = () => portal.parts.db.select().from(auditEntries).orderBy(auditEntries.id);
    const before = await all();
    await expect(portal.parts.db.execute(statement)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(23001|23503)$/) },
    });
    expect(await all()).toEqual(before);
  });
});
