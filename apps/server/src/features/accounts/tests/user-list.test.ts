import { randomBytes } from 'node:crypto';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { postTransaction } from '#features/ledger/ledger.service.ts';
import { usePortal, createStaff, registerPlayer } from '#test/account-journeys.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';

const portal = await usePortal();
const staff = await createStaff(portal, ['users']);

const list = async (query: Record<string, string> = {}) => {
  const response = await portal.call('GET', `/admin/users?${new URLSearchParams(query)}`, {
    token: staff.token,
  });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const names = ({ users }: { users: { userName: string }[] }) => users.map(({ userName }) => userName);

/** Accounts that only this test knows of, each a day younger than the one before. */
async function createAccounts(suffixes: string[]): Promise<{ word: string; ids: number[] }> {
  const word = `w${randomBytes(4).toString('hex')}`;
  const rows = await portal.parts.db
    .insert(accounts)
    .values(
      suffixes.map((suffix, day) => ({
        userName: `${word}${suffix}`,
        email: `${suffixes.length - day}${word}@example.com`,
        passwordHash: 'none',
        registeredAt: new Date(Date.UTC(2026, 0, 1 + day)),
      })),
    )
    .returning({ id: accounts.id });
  const ids = rows.map(({ id }) => id);
  for (const [day, id] of ids.entries()) {
    const lastLoginAt = day === 0 ? null : new Date(Date.UTC(2026, 6, 28 - day));
    await portal.parts.db
      .update(accountActivity)
      .set({ lastLoginAt })
      .where(eq(accountActivity.accountId, id));
  }
  return { word, ids };
}

describe('an account in the list', () => {
  test('shows staff every field except the password', async () => {
    const player = await registerPlayer(portal);
    await portal.parts.db.transaction((tx) =>
      postTransaction(tx, {
        idempotencyKey: player.username,
        reason: 'test',
        entries: [{ accountId: player.id, currency: 'second', amount: -7 }],
      }),
    );
    const endsAt = new Date('2099-12-03T14:05:00Z');
    await portal.parts.db.insert(bans).values([
      { accountId: player.id, description: 'Shorter', endsAt: new Date('2098-01-01') },
      { accountId: player.id, description: 'Used a bot', endsAt },
    ]);

    const answer = await list({ search: player.username });

    expect(answer).toEqual({
      users: [
        {
          accountDBID: player.id,
          userName: player.username,
          email: player.email,
          permission: 0,
          webMgt: 1,
          sections: [],
          role: null,
          agaiaClubExpiry: null,
          agaiaCoins: 0,
          astrumCoins: -7,
          hasClaimedFounderPackage: false,
          hasClaimedVeteranPackage: false,
          isEmailConfirmed: false,
          registerTime: expect.any(String),
          lastLoginTime: null,
          lastLoginIP: null,
          lastIP: expect.stringMatching(/^240\./),
          banned: true,
          bannedUntil: endsAt.toISOString(),
          banReason: 'Used a bot',
          revision: expect.any(Number),
        },
      ],
      total: 1,
      totalIsExact: true,
    });
    const one = await portal.call('GET', `/admin/users/${player.id}`, { token: staff.token });
    expect(one.json()).toEqual(answer.users[0]);
  });

  test('has no ban end when banned permanently', async () => {
    const player = await registerPlayer(portal);
    await portal.parts.db.insert(bans).values({ accountId: player.id, description: 'Used a bot' });
    const { users } = await list({ search: player.username });
    expect(users).toMatchObject([{ banned: true, bannedUntil: null, banReason: 'Used a bot' }]);
  });

  test('is not found for an unknown id', async () => {
    const response = await portal.call('GET', '/admin/users/2147483647', { token: staff.token });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ message: 'There is no account with this id.' });
  });
});

const orders: Record<string, SQL> = {
  accountDBID: sql`id`,
  '-accountDBID': sql`id desc`,
  userName: sql`lower(user_name) collate "C", id`,
  '-userName': sql`lower(user_name) collate "C" desc, id desc`,
  email: sql`lower(email) collate "C", id`,
  '-email': sql`lower(email) collate "C" desc, id desc`,
  registerTime: sql`registered_at, id`,
  '-registerTime': sql`registered_at desc, id desc`,
  lastLoginTime: sql`(select last_login_at from account_activity where account_id = id) nulls first, id`,
  '-lastLoginTime': sql`(select last_login_at from account_activity where account_id = id) desc nulls last, id desc`,
};

describe('a search', () => {
  test.each([
    ['a part of the name', (word: string) => word.slice(2, 7)],
    ['the name in capitals', (word: string) => `${word}ONE`.toUpperCase()],
    ['a part of the e-mail address', (word: string) => `${word.slice(4)}@Exam`],
    ['the whole e-mail address', (word: string) => `1${word}@example.com`],
    ['the end of the mailbox with all that follows', (word: string) => `${word.slice(3)}@example.com`],
    ['the name between spaces', (word: string) => ` ${word}one `],
  ])('finds %s', async (_, termOf) => {
    const { word } = await createAccounts(['One']);
    expect(names(await list({ search: termOf(word) }))).toEqual([`${word}One`]);
  });

  test.each(['%', '_', '\\', "'", '"', '%%%', '___', '\\\\\\', '@@@', '%_%', 'a%b', '💥💥💥'])(
    'for %j is taken literally',
    async (search) => {
      await createAccounts(['One']);
      expect(await list({ search })).toEqual({ users: [], total: 0, totalIsExact: true });
    },
  );

  test('for one or two letters finds what begins with them', async () => {
    await portal.parts.db.insert(accounts).values([
      { userName: 'Qx_name', email: 'somebody@example.com', passwordHash: 'none' },
      { userName: 'Elsewhere', email: 'qx@example.com', passwordHash: 'none' },
      { userName: 'Not_qx', email: 'notqx@example.com', passwordHash: 'none' },
    ]);
    expect(names(await list({ search: 'qX' }))).toEqual(['Qx_name', 'Elsewhere']);
    expect(names(await list({ search: 'q' }))).toEqual(['Qx_name', 'Elsewhere']);
  });

  test('for a very short mailbox finds what begins with it', async () => {
    await portal.parts.db.insert(accounts).values([
      { userName: 'Short', email: 'a@example.org', passwordHash: 'none' },
      { userName: 'Longer', email: 'ba@example.org', passwordHash: 'none' },
    ]);
    expect(names(await list({ search: 'A@example.org' }))).toEqual(['Short']);
    expect(names(await list({ search: '@example.org' }))).toEqual(['Short', 'Longer']);
  });

  test('treats an underscore between letters literally', async () => {
    const { word } = await createAccounts(['_ab_cd', '-ab-cd']);
    expect(names(await list({ search: 'ab_cd' }))).toEqual([`${word}_ab_cd`]);
  });

  test('for digits puts the account with this id first, then matching names, across all pages', async () => {
    await portal.parts.db.execute(sql`select setval(pg_get_serial_sequence('accounts', 'id'), 54320)`);
    const { ids } = await createAccounts(['x']);
    const others = Array.from({ length: 12 }, (_, index) => ({
      userName: `n${index}_54321`,
      email: `n${index}@example.com`,
      passwordHash: 'none',
    }));
    await portal.parts.db.insert(accounts).values(others);

    const first = await list({ search: '54321', sort: '-userName' });
    const second = await list({ search: '54321', sort: '-userName', page: '2' });

    expect(ids).toEqual([54_321]);
    expect(first.users[0]).toMatchObject({ accountDBID: 54_321 });
    expect([first.users.length, second.users.length]).toEqual([10, 3]);
    expect(new Set([...names(first), ...names(second)]).size).toBe(13);
    expect(names(first).slice(1)).toEqual(names(first).slice(1).toSorted().toReversed());
    expect([first.total, second.total]).toEqual([13, 13]);
  });

  test('for more digits than an id has matches names only', async () => {
    const digits = '98765432109876';
    await portal.parts.db
      .insert(accounts)
      .values({ userName: `p${digits}`, email: 'p@example.com', passwordHash: 'none' });
    expect(names(await list({ search: digits }))).toEqual([`p${digits}`]);
  });

  test('follows a changed name and address immediately', async () => {
    const { word, ids } = await createAccounts(['Old']);
    await portal.parts.db
      .update(accounts)
      .set({ userName: `${word}New`, email: `new${word}@example.net` })
      .where(eq(accounts.id, ids[0] ?? 0));
    expect(names(await list({ search: `${word}old` }))).toEqual([]);
    expect(names(await list({ search: `new${word}` }))).toEqual([`${word}New`]);
  });

  test('counts to a thousand', async () => {
    const word = `w${randomBytes(3).toString('hex')}`;
    const fill = (from: number, to: number) =>
      portal.parts.db.execute(sql`
        insert into accounts (user_name, email, password_hash)
        select ${word}::text || n, n || ${word}::text || '@example.com', 'none' from generate_series(${from}::int, ${to}::int) n`);
    await fill(1, 1000);
    expect(await list({ search: word })).toMatchObject({ total: 1000, totalIsExact: true });
    await fill(1001, 1100);
    expect(await list({ search: word })).toMatchObject({ total: 1000, totalIsExact: false });
    const last = await list({ search: word, pageSize: 'all', page: '11' });
    expect(last).toMatchObject({ total: 1100, totalIsExact: true });
    expect(last.users).toHaveLength(100);
  });

  test('for more than a thousand has them all in order, after what is called exactly so', async () => {
    const word = `w${randomBytes(3).toString('hex')}`;
    await portal.parts.db.execute(sql`
      insert into accounts (user_name, email, password_hash, registered_at, last_login_at)
      select case when n = 2500 then ${word}::text when n % 2 = 0 then ${word}::text || n * 7 % 3001 else 'zz' || n end,
        n * 11 % 3001 || case when n % 3 = 0 then ${word}::text else '' end || '@example.com', 'none',
        timestamptz '2026-01-01' + n * 13 % 3001 / 2 * interval '1 minute',
        case when n % 5 > 0 then timestamptz '2026-03-01' + n * 17 % 3001 / 2 * interval '1 minute' end
      from generate_series(1, 3000) n`);
    const pattern = `%${word}%`;
    for (const [sort, order] of Object.entries(orders)) {
      const { rows } = await portal.parts.db.execute<{ id: number }>(sql`
        select id from accounts where user_name like ${pattern} or email like ${pattern}
        order by user_name = ${word} desc, ${order}`);
      for (const page of [1, 2, 16]) {
        const answer = await list({ search: word.toUpperCase(), sort, pageSize: '100', page: String(page) });
        expect(answer).toMatchObject({ total: 1000, totalIsExact: false });
        const shown: { accountDBID: number }[] = answer.users;
        expect(shown.map(({ accountDBID }) => accountDBID)).toEqual(
          rows.slice(page * 100 - 100, page * 100).map(({ id }) => id),
        );
      }
    }
  });
});

describe('the order', () => {
  test.each([
    ['accountDBID', ['a', 'b', 'c']],
    ['-accountDBID', ['c', 'b', 'a']],
    ['userName', ['a', 'b', 'c']],
    ['-userName', ['c', 'b', 'a']],
    ['email', ['c', 'b', 'a']],
    ['-email', ['a', 'b', 'c']],
    ['registerTime', ['a', 'b', 'c']],
    ['-registerTime', ['c', 'b', 'a']],
    // Accounts that have never signed in come last.
    ['lastLoginTime', ['a', 'c', 'b']],
    ['-lastLoginTime', ['b', 'c', 'a']],
  ])('is by %s', async (sort, suffixes) => {
    const { word } = await createAccounts(['a', 'b', 'c']);
    expect(names(await list({ search: word, sort }))).toEqual(suffixes.map((suffix) => `${word}${suffix}`));
    const all = names(await list({ sort, pageSize: '100' })).filter((name) => name.startsWith(word));
    const places = suffixes.map((suffix) => `${word}${suffix}`).filter((name) => all.includes(name));
    expect(all).toEqual(places);
  });

  test('puts every account on exactly one page', async () => {
    const { word, ids } = await createAccounts(
      Array.from({ length: 25 }, (_, n) => String.fromCharCode(97 + n)),
    );
    await portal.parts.db
      .update(accounts)
      .set({ registeredAt: new Date('2026-01-01') })
      .where(sql`user_name like ${`${word}%`}`);
    await portal.parts.db
      .update(accountActivity)
      .set({ lastLoginAt: null })
      .where(inArray(accountActivity.accountId, ids));
    for (const sort of ['lastLoginTime', '-lastLoginTime', 'registerTime', '-registerTime']) {
      const pages = await Promise.all(['1', '2', '3'].map((page) => list({ search: word, sort, page })));
      expect(pages.map(({ users }) => users.length)).toEqual([10, 10, 5]);
      expect(new Set(pages.flatMap(names)).size).toBe(25);
    }
  });
});

describe('a page', () => {
  test.each([{ page: '0' }, { page: 'x' }, { pageSize: '20' }, { sort: 'password' }, { search: 'a\u0000b' }])(
    'is refused for %j',
    async (query) => {
      const response = await portal.call('GET', `/admin/users?${new URLSearchParams(query)}`, {
        token: staff.token,
      });
      expect(response.statusCode).toBe(400);
    },
  );

  test('is empty beyond the end and reports the total', async () => {
    const { word } = await createAccounts(['a', 'b']);
    expect(await list({ search: word, page: '9' })).toEqual({ users: [], total: 2, totalIsExact: true });
  });

  test('counts all accounts', async () => {
    const { rows } = await portal.parts.db.execute<{ count: number }>(
      sql`select count(*)::int as count from accounts`,
    );
    expect(await list()).toMatchObject({ total: rows[0]?.count, totalIsExact: true });
  });
});
