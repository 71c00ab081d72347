import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { READINGS_AN_HOUR } from '#features/staff/bulk-reading.ts';
import { addRowsRead } from '#features/staff/bulk-reading.queries.ts';
import { createOwner, createStaff, uniqueName, usePortal, useSecondProcess } from '#test/account-journeys.ts';
import { entriesOn } from '#test/audit.ts';
import { writePastOrders } from '#test/past-orders.ts';
import { writeUnchecked } from '#test/plans.ts';

const portal = await usePortal();
const { db } = portal.parts;
const owner = createOwner(portal);
const word = uniqueName();
await db.insert(accounts).values(
  Array.from({ length: 1250 }, (_, n) => ({
    userName: `${word}${n}`,
    email: `${word}${n}@post.example`,
    passwordHash: 'none',
  })),
);

let staff: Awaited<ReturnType<typeof createStaff>>;
beforeEach(async () => {
  staff = await createStaff(portal, [
    'users',
    'orders',
    'benefits',
    'gameCharacters',
    'gameInventory',
    'twitchDrops',
  ]);
});

const read = (
  query: Record<string, string | number>,
  { token } = staff,
  { call }: Pick<typeof portal, 'call'> = portal,
) =>
  call('GET', `/admin/users?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`, {
    token,
  });

/** Searches that each find something else, all on one page. */
const searches = (count: number) => Array.from({ length: count }, (_, n) => `${word}${100 + n}`);
/** Long lists, each filtered by something else. */
const readLong = (n: number, reader = staff) =>
  read({ search: word, pageSize: 'all', from: new Date(n * 1000 + 1e12).toISOString() }, reader);

/** As if somebody had read so much in the hour. */
const spend = (used: number, { id }: { id: number }) =>
  db.execute(sql`update rate_limits set used = ${used} where key = ${`readings by ${id}`}`);

const pages = (from: number, to: number, reader = staff) =>
  Promise.all(
    Array.from({ length: to - from }, (_, n) =>
      read({ search: word, pageSize: '100', page: from + n }, reader),
    ),
  );

const statuses = (responses: { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode);

/** What this member of staff left in the audit log by reading. */
const traces = async (list = 'users', { id } = staff) =>
  (await entriesOn(portal, list))
    .filter(({ staffId }) => staffId === id)
    .map(({ kind, after, before, accountId, address }) => ({ kind, after, before, accountId, address }));

const entry = (after: object) => ({
  kind: 'list.read',
  after,
  before: null,
  accountId: null,
  address: expect.any(String),
});

describe("reading 'All'", () => {
  test('leaves one entry with list, filter and count for all its windows', async () => {
    const windows = [1, 2, 3, 11].map((page) => ({
      search: ` ${word} `,
      pageSize: 'all',
      page,
      sort: '-userName',
    }));
    for (const window of [...windows, ...windows]) expect((await read(window)).statusCode).toBe(200);
    expect(await traces()).toEqual([entry({ search: word, rows: 'at least 1000' })]);
  });

  test('counts exactly where the list is counted', async () => {
    await read({ search: `${word}124`, pageSize: 'all' });
    await read({ search: `${word}12`, pageSize: 'all', sort: 'userName' });
    expect(await traces()).toEqual([
      entry({ search: `${word}124`, rows: 11 }),
      entry({ search: `${word}12`, rows: 61 }),
    ]);
  });

  test('leaves one entry when eight windows are read at once in two processes', async () => {
    const other = await useSecondProcess(portal);
    const windows = Array.from({ length: 8 }, (_, n) =>
      read({ search: word, pageSize: 'all', page: n + 1 }, staff, n % 2 === 0 ? portal : other),
    );
    expect(statuses(await Promise.all(windows))).toEqual(Array(8).fill(200));
    expect(await traces()).toHaveLength(1);
  });

  test('leaves another entry when it begins again later', async () => {
    await read({ search: word, pageSize: 'all' });
    await db.execute(
      sql`update rate_limits set resets_at = now() where key like ${`reading % by ${staff.id}`}`,
    );
    await read({ search: word, pageSize: 'all' });
    expect(await traces()).toHaveLength(2);
  });

  test('leaves no entry where nothing is found', async () => {
    await read({ search: 'nobody-has-this', pageSize: 'all' });
    expect(await traces()).toEqual([]);
  });

  test.each([
    ['/admin/orders', 'orders'],
    ['/admin/deliveries?state=all', 'deliveries'],
    ['/admin/userBenefits', 'benefits'],
    ['/admin/game/characters', 'characters'],
    ['/admin/game/inventory', 'inventory'],
    ['/admin/twitch/streamers', 'streamers'],
    ['/admin/audit', 'audit'],
  ])('of %s is traced as %s', async (path, list) => {
    await fillLists();
    const response = await portal.call('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=all`, {
      token: (await owner).token,
    });
    expect(response.statusCode).toBe(200);
    const [first] = await traces(list, await owner);
    expect(first).toEqual(
      entry({ rows: expect.any(Number), ...(list === 'deliveries' && { state: 'all' }) }),
    );
  });
});

describe('the limit', () => {
  test('admits exactly so many of forty parallel readings, and says when to come again', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => readLong(n)));
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(40 - READINGS_AN_HOUR);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(READINGS_AN_HOUR);
    expect(await traces()).toHaveLength(READINGS_AN_HOUR);
    expect(refused[0]?.json()).toMatchObject({
      code: 'too_many_requests',
      message:
        "You've read or exported 30 long lists within an hour, which is the limit. Please try again in 60 minutes.",
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500);
    // A refused reading has not begun, and cannot be taken up by its second window.
    const again = responses.findIndex(({ statusCode }) => statusCode === 429);
    expect((await readLong(again)).statusCode).toBe(429);
    expect((await read({ search: word, pageSize: 'all' })).statusCode).toBe(429);
    // What is begun goes on, and so does work on single pages.
    const begun = responses.findIndex(({ statusCode }) => statusCode === 200);
    expect((await readLong(begun)).statusCode).toBe(200);
    expect((await read({ search: word })).statusCode).toBe(200);
  });

  test('leaves alone what fits on one page, and what colleagues read', async () => {
    const colleague = await createStaff(portal, ['users']);
    for (const search of searches(35)) expect((await read({ search, pageSize: 'all' })).statusCode).toBe(200);
    expect((await readLong(0)).statusCode).toBe(200);
    await spend(READINGS_AN_HOUR, staff);
    expect((await readLong(999)).statusCode).toBe(429);
    expect((await readLong(999, colleague)).statusCode).toBe(200);
  });

  test('is four times as high for an owner', async () => {
    const boss = await createOwner(portal);
    expect((await readLong(0, boss)).statusCode).toBe(200);
    await spend(119, boss);
    expect((await readLong(1, boss)).statusCode).toBe(200);
    expect((await readLong(999, boss)).statusCode).toBe(429);
  });
});

describe('reading page after page', () => {
  test('leaves an entry for every thousand rows, however many are read at once', async () => {
    expect(statuses(await pages(1, 10))).toEqual(Array(9).fill(200));
    expect(await traces()).toEqual([]);
    expect(statuses(await pages(10, 13))).toEqual(Array(3).fill(200));
    expect(await traces()).toEqual([entry({ search: word, rows: 1000, by: 'pages' })]);
    await pages(1, 10);
    expect(await traces()).toHaveLength(2);
  });

  test('counts against the same limit, without a way around it', async () => {
    const spent = sql`update rate_limits set used = ${READINGS_AN_HOUR} where key = ${`readings by ${staff.id}`}`;
    await read({ search: `${word}1`, pageSize: 'all' });
    await db.execute(spent);
    expect(statuses(await pages(1, 10))).toEqual(Array(9).fill(200));
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(statuses(await pages(10, 12))).toEqual([429, 429]);
    expect((await read({ search: `${word}17` })).statusCode).toBe(200);
  });

  test('through single accounts leaves the same trace, each counted once an hour', async () => {
    await read({ search: `${word}1`, pageSize: 'all' });
    await db.execute(
      sql`update rate_limits set used = ${READINGS_AN_HOUR} where key = ${`readings by ${staff.id}`}`,
    );
    await pages(1, 10);
    await read({ search: word, pageSize: '50', page: 1 });
    await read({ search: word, pageSize: '50', page: 1 });
    const used = async () => {
      const { rows } = await db.execute(
        sql`select used from rate_limits where key = ${`rows of users by ${staff.id}`}`,
      );
      return rows[0]?.['used'];
    };
    expect(await used()).toBe(950);
    const { rows: ids } = await db.execute<{ id: number }>(
      sql`select id from accounts where user_name like ${`${word}%`} order by id limit 60`,
    );
    const open = (id: number) => portal.call('GET', `/admin/users/${id}`, { token: staff.token });
    const answers = [];
    for (const { id } of ids) answers.push(await open(id));
    expect(statuses(answers)).toEqual([...Array(49).fill(200), ...Array(11).fill(429)]);
    // Neither one that was refused, asked again, nor another way to it.
    const last = ids.at(-1)?.id ?? 0;
    expect((await open(last)).statusCode).toBe(429);
    expect(
      (await portal.call('GET', `/admin/users/${last}/history`, { token: staff.token })).statusCode,
    ).toBe(429);
    expect((await open(ids[0]?.id ?? 0)).statusCode).toBe(200);
    expect(await used()).toBe(999);
  });
});

describe('a count of rows', () => {
  const COUNTER = { rows: 1, windowSeconds: 60, step: 1000 };
  const commitModeAfter = (mayPass: boolean) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local synchronous_commit = 'on'`);
      await addRowsRead(tx, { ...COUNTER, key: uniqueName(), mayPass });
      const { rows } = await tx.execute<{ mode: string }>(
        sql`select current_setting('synchronous_commit') as mode`,
      );
      return rows[0]?.mode;
    });

  test('waits for the disk only where an entry may be written with it', async () => {
    expect(await commitModeAfter(true)).toBe('on');
    expect(await commitModeAfter(false)).toBe('off');
  });

  test('leaves the connection as it was', async () => {
    const client = await db.$client.connect();
    await client.query(`set synchronous_commit = 'on'`);
    await addRowsRead(drizzle(client), { ...COUNTER, key: uniqueName(), mayPass: false });
    const { rows } = await client.query('show synchronous_commit');
    client.release(true);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });
});

/** A row in every list. */
async function fillLists(): Promise<void> {
  const { id } = await owner;
  await writePastOrders(portal, [{ accountId: id }]);
  await writeUnchecked(
    portal.parts.database,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state)
     values (${id}, 'filled', 'grant', 'item', 7, 1, 'applied') on conflict do nothing`,
    `insert into account_benefits (account_id, benefit_id, available_until, grant_key)
     values (${id}, 1, now() + interval '1 day', 'filled') on conflict do nothing`,
    `insert into characters (account_id, name, level, class) values (${id}, 'Kara', 1, 'Warden')
     on conflict do nothing`,
    `insert into twitch_links (account_id, twitch_user_id, login, display_name)
     values (${id}, '77', 'kara', 'Kara') on conflict do nothing`,
    `insert into twitch_streamers (account_id, key_id, access_token, refresh_token, expires_at)
     values (${id}, 'key', '', '', now() + interval '1 day') on conflict do nothing`,
  );
}
