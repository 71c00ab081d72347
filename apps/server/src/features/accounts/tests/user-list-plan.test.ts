import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { testViewer } from '#test/factories.ts';
import { createFilledDatabase, plansDuring, scansDuring, stepsOf } from '#test/plans.ts';
import { selectUsers } from '#features/accounts/admin/user-list.queries.ts';

const ACCOUNTS = 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    `insert into accounts (user_name, email, password_hash, registered_at, last_login_at, web_mgt)
     select (array['Wolf', 'Raven', 'knight', 'Mage'])[1 + n % 4] || '_' || to_hex(n * 7919),
            substr(md5(n::text), 1, 8) || n || '@' || (array['mail.example', 'post.example'])[1 + n % 2], 'none',
            now() - make_interval(mins => n % 1000), case when n % 3 > 0 then now() - make_interval(mins => n) end,
            case when n <= 30 then 6 else 1 end
     from generate_series(1, ${ACCOUNTS}) n`,
    // Filling one by one takes an index of trigrams minutes, and building it seconds.
    'drop index account_search_text_idx',
    'insert into account_search select id, lower(user_name), lower(email), registered_at from accounts',
    `create index account_search_text_idx on account_search
       using gin (substr(user_name, 2) gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off)`,
  );
}, 400_000);
afterAll(() => database.drop());

type Query = Parameters<typeof selectUsers>[2];

const owner = testViewer({ accountId: 1, permission: 32 });
/** Of thirty staff members, this one may edit none of the others. */
const staff = { ...owner, accountId: 2, permission: 0, webMgt: 2 };

const scansFor = async (query: Partial<Query>) => {
  const whole: Query = { search: '', page: 1, pageSize: '10', sort: 'accountDBID', ...query };
  const scans = await Promise.all(
    [owner, staff].map((viewer) => scansDuring(database, (db) => selectUsers(db, viewer, whole))),
  );
  return scans.flat();
};

/** The most rows that a step read and did not use. */
const mostSkippedFor = async (query: Pick<Query, 'search' | 'sort'>) => {
  const plans = await Promise.all(
    [owner, staff].map((viewer) =>
      plansDuring(database, (db) => selectUsers(db, viewer, { page: 1, pageSize: '10', ...query })),
    ),
  );
  const steps = plans.flat().flatMap(stepsOf);
  return Math.max(...steps.map((step) => step['Rows Removed by Filter'] ?? 0));
};

const SORTS = ['accountDBID', 'userName', 'email', 'registerTime', 'lastLoginTime'] as const;

describe('the account list reads only the rows it shows', () => {
  test.each(SORTS.flatMap((sort): Query['sort'][] => [sort, `-${sort}`]))('by %s', async (sort) => {
    const indexes = {
      accountDBID: 'account_search_pkey',
      userName: 'account_search_user_name_idx',
      email: 'account_search_email_idx',
      registerTime: 'account_search_registered_at_idx',
      lastLoginTime: 'account_activity_last_login_at_idx',
    };
    const name = SORTS.find((known) => sort.endsWith(known)) ?? 'accountDBID';
    const scans = await scansFor({ sort });
    expect(scans).toContainEqual(expect.stringMatching(new RegExp(`^Index (Only )?Scan ${indexes[name]}$`)));
    expect(scans.filter((scan) => scan.startsWith('Seq Scan account_activity'))).toEqual([]);
    expect(scans.filter((scan) => scan.startsWith('Seq Scan account_search'))).toEqual([]);
  });

  test.each([
    ['a name', 'Wolf_1f3a'],
    ['a part of one', 'f3a9'],
    ['what half of all have', 'post.example'],
    ['what all have', 'example'],
    ['what nobody has', 'zzzzzz'],
    ['an e-mail address', 'c4ca4238'],
    ['an id', '123456'],
    ['an id that nobody has', '987654321'],
    ['three digits', '777'],
    ['one letter', 'w'],
    ['two letters', 'ra'],
    ['two letters that nobody begins with', 'zq'],
    ['one digit', '7'],
    ['signs alone', '@@@@'],
    ['an underscore and two letters', '_a1'],
  ])('searching for %s', async (_, search) => {
    for (const sort of SORTS.flatMap((name): Query['sort'][] => [name, `-${name}`])) {
      // The first rows of the table are enough to count what many have.
      expect(await mostSkippedFor({ search, sort })).toBeLessThan(ACCOUNTS / 20);
      expect(await scansFor({ search, sort })).not.toContain('Seq Scan account_activity');
    }
  });

  test('on the last page, which skips along an index', async () => {
    for (const sort of SORTS) {
      const scans = await scansFor({ sort, pageSize: 'all', page: ACCOUNTS / 100 });
      expect(scans).toContainEqual(expect.stringMatching(/^Index Only Scan account/));
      expect(scans.filter((scan) => /^Seq Scan (accounts|account_search)/.test(scan))).toEqual([]);
    }
  });
});

test('a name or part of one is found through the trigram index', async () => {
  for (const search of ['Wolf_1f3a', 'f3a9', 'zzzzzz', 'c4ca4238'])
    // Once for each viewer.
    expect((await scansFor({ search })).filter((scan) => scan.endsWith(' account_search_text_idx'))).toEqual(
      expect.arrayContaining(Array(2).fill('Bitmap Index Scan account_search_text_idx')),
    );
});

test('a page of what many have is found near the beginning of the list', async () => {
  for (const search of ['Wolf', 'post.example', 'example', 'w'])
    for (const sort of ['accountDBID', '-accountDBID', '-registerTime'] as const) {
      const plans = await plansDuring(database, (db) =>
        selectUsers(db, owner, { search, sort, page: 2, pageSize: '10' }),
      );
      const rows = plans.flatMap(stepsOf).map((step) => step['Actual Rows']);
      expect(Math.max(...rows)).toBeLessThan(ACCOUNTS / 20);
    }
});

describe('of a name that a quarter of all begin with, no row is read that the page does not show', () => {
  test.each(['userName', '-userName'] as const)('by %s', async (sort) => {
    const query = { search: 'Wolf', sort, page: 1, pageSize: '10' } as const;
    const plans = await plansDuring(database, (db) => selectUsers(db, owner, query));
    const read = plans.flatMap(stepsOf).filter((step) => step['Node Type'].includes('Scan'));
    expect(Math.max(...read.map((step) => step['Actual Rows']))).toBeLessThan(1100);
  });

  test.each(['email', '-email', 'lastLoginTime', '-lastLoginTime'] as const)('by %s', async (sort) => {
    const query = { search: 'Wolf_1', sort, page: 1, pageSize: '10' } as const;
    const plans = await plansDuring(database, (db) => selectUsers(db, owner, query));
    const blocks = plans.map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    // Each of the 1600 matches is in another block.
    expect(Math.max(...blocks)).toBeLessThan(6000);
  });
});

test('accounts that never signed in are read along the index of sign-ins', async () => {
  for (const sort of ['lastLoginTime', '-lastLoginTime'] as const) {
    const plans = await plansDuring(database, (db) =>
      selectUsers(db, owner, { search: '', sort, page: 1, pageSize: '10' }),
    );
    const rows = plans
      .flatMap(stepsOf)
      .filter((step) => step['Index Name'] === 'account_activity_last_login_at_idx')
      .map((step) => step['Actual Rows']);
    expect(rows).toEqual([11]);
  }
});

test('a very long list estimates its total from the statistics', async () => {
  const {
    totals: { total, totalIsExact },
  } = await selectUsers(database.db, staff, {
    search: '',
    page: 1,
    pageSize: '10',
    sort: 'accountDBID',
  });
  expect(totalIsExact).toBe(false);
  expect(total / ACCOUNTS).toBeCloseTo(1, 1);
});

test('the end of the list is exact', async () => {
  const { rows, totals } = await selectUsers(database.db, staff, {
    search: '',
    page: ACCOUNTS / 100,
    pageSize: 'all',
    sort: 'accountDBID',
  });
  expect(rows).toHaveLength(100);
  expect(totals).toEqual({ total: ACCOUNTS, totalIsExact: true });
});

test('a sign-in does not write to the search table', async () => {
  const { rows } = await database.db.execute(sql`
    select indexrelid::regclass::text as index from pg_index
    where indrelid = 'accounts'::regclass and indexrelid::regclass::text ~ 'trgm|search'`);
  expect(rows).toEqual([]);
});

describe('a filtered account list is read through indexes', () => {
  const from = new Date(Date.now() - 90 * 60_000);
  test.each<[string, Partial<Query>]>([
    ['banned', { state: 'banned' }],
    ['staff, by name', { state: 'staff', sort: 'userName' }],
    ['registered in an hour', { from, to: new Date(Date.now() - 30 * 60_000), sort: '-registerTime' }],
    ['banned and searched', { state: 'banned', search: 'wolf' }],
    ['staff registered in an hour, by sign-in', { state: 'staff', from, sort: '-lastLoginTime' }],
  ])('%s', async (_, query) => {
    expect(await scansFor(query)).not.toContain('Seq Scan account_search');
  });
});
