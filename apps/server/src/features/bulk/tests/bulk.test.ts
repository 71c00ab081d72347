import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashToken } from '#platform/auth/tokens.ts';
import { createOwner, createStaff, createSignedInPlayer, until, usePortal } from '#test/account-journeys.ts';
import { BULK_PROGRAM } from '#test/bulk-process.ts';
import { createTestAccount } from '#test/factories.ts';
import { killProcess } from '#test/kill-process.ts';
import { countStalled, finishBulkLists } from '#features/bulk/bulk.ts';

const portal = await usePortal({ isWorker: false });
const { db, database } = portal.parts;
const owner = await createOwner(portal);
const staff = await createStaff(portal, ['actions', 'benefits', 'users']);
await db.execute(sql`insert into staff_budgets (staff_id, packs, items) values (${staff.id}, 500, 500)`);

const PACK = { action: 'GRANT_STAFF_PACK' };
const reason = 'Won the event';

const createAccounts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createTestAccount(db)));
const post = (path: string, body: object | undefined, token = staff.token) =>
  portal.call('POST', `/admin/bulk${path}`, { token, ...(body && { body }) });
const check = async (what: object, lines: string[], token = staff.token) => {
  const response = await post('/check', { what, lines }, token);
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json().lines as {
    account: { accountDBID: number } | null;
    verdict: string;
    message: string;
  }[];
};
const start = async (what: object, accounts: number[], token = staff.token) => {
  const id = randomUUID();
  const response = await post('', { id, what, accounts, reason }, token);
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return id;
};
const run = (id: string, token = staff.token) => post(`/${id}/run`, undefined, token);
const reportOf = async (id: string) =>
  (await portal.call('GET', `/admin/bulk/${id}`, { token: staff.token })).json();
const grantsOf = async (accounts: number[]) => {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select a.id, (select count(*)::int from deliveries d where d.account_id = a.id and d.effect = 'grant') as count
    from accounts a where a.id = any(${sql.param(accounts)}::int[])`);
  return rows.map(({ count }) => count);
};

describe('a check of a list', () => {
  test('names the account of each line, and says which fail and why', async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => createSignedInPlayer(portal)));
    if (!one || !two || !three) throw new Error('Three players were created.');
    const lines = await check(PACK, [
      String(one.id),
      two.username.toUpperCase(),
      `"${three.email}";since March`,
      'nobody-of-that-name',
      String(staff.id),
      owner.username,
    ]);
    expect(lines.map(({ account, verdict }) => [account?.accountDBID, verdict])).toEqual([
      [one.id, 'ready'],
      [two.id, 'ready'],
      [three.id, 'ready'],
      [undefined, 'refused'],
      [staff.id, 'refused'],
      [owner.id, 'refused'],
    ]);
    expect(lines.map(({ message }) => message).slice(3)).toEqual([
      'There is no such account.',
      expect.stringMatching(/own account/),
      expect.stringMatching(/rights that you lack/),
    ]);
    expect(await grantsOf([one.id, two.id, three.id])).toEqual([0, 0, 0]);
  });

  test('is refused without the right of its action, and finds nobody by an address that is hidden', async () => {
    const actions = await createStaff(portal, ['actions']);
    const what = { action: 'GRANT_BENEFIT', benefitId: 4, availableUntil: '2031-01-01 00:00:00' };
    expect((await post('/check', { what, lines: ['1'] }, actions.token)).statusCode).toBe(403);
    expect((await check(PACK, [owner.email]))[0]?.message).toBe('There is no such account.');
  });

  test('finds nobody by an address for staff who may not read the users, and counts the accounts it finds', async () => {
    const [actions, player] = [await createStaff(portal, ['actions']), await createSignedInPlayer(portal)];
    const lines = await check(PACK, [player.email, player.username, 'nobody-of-that-name'], actions.token);
    expect(lines.map(({ account, message }) => [account?.accountDBID, message])).toEqual([
      [undefined, 'You may not look players up by e-mail. Give a name or an id.'],
      [player.id, ''],
      [undefined, 'There is no such account.'],
    ]);
    const { rows } = await db.execute(
      sql`select used from rate_limits where key = ${`rows of search by ${actions.id}`}`,
    );
    expect(rows).toEqual([{ used: 1 }]);
  });
});

test('a list is carried out, reported and audited as one entry with its effects', async () => {
  const accounts = await createAccounts(3);
  const id = await start(PACK, [...accounts, ...accounts]);
  expect((await run(id)).json()).toMatchObject({
    total: 3,
    done: 3,
    waiting: 0,
    finishedAt: expect.any(String),
  });
  expect((await run(id)).json()).toMatchObject({ done: 3 });
  expect(await grantsOf(accounts)).toEqual([1, 1, 1]);
  const { rows } = await reportOf(id);
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done']);
  const { rows: entries } = await db.execute(sql`
    select kind, count(*)::int as count from audit_entries
    where target = ${id} or account_id = any(${sql.param(accounts)}::int[]) and reason = ${reason} group by kind order by kind`);
  expect(entries).toEqual([
    { kind: 'action.grant_pack', count: 3 },
    { kind: 'bulk.start', count: 1 },
  ]);
  expect((await post('', { id, what: PACK, accounts, reason })).json()).toMatchObject({ done: 3 });
  const [other = 0] = await createAccounts(1);
  const changes = [
    { what: { action: 'GRANT_FOUNDER_PACK' } },
    { accounts: accounts.slice(1) },
    { accounts: [...accounts, other] },
    { reason: 'Won another event' },
  ];
  for (const change of changes) {
    const response = await post('', { id, what: PACK, accounts, reason, ...change });
    expect([change, response.statusCode]).toEqual([change, 409]);
  }
});

test('a list extends packs, never shortens or ends them, and refuses an end that is past', async () => {
  const [account = 0] = await createAccounts(1);
  const packUntil = (date: string) => ({ ...PACK, date });
  const grant = async (what: object) => {
    const id = await start(what, [account]);
    await run(id);
    return (await reportOf(id)).rows[0];
  };
  expect(await grant(packUntil('2031-01-01 00:00:00'))).toMatchObject({ state: 'done' });
  expect(await grant(packUntil('2030-01-01 00:00:00'))).toMatchObject({ state: 'already' });
  expect(await grant(PACK)).toMatchObject({ state: 'done' });
  expect(await grant(packUntil('2031-01-01 00:00:00'))).toMatchObject({ state: 'already' });
  const past = { state: 'failed', message: 'The end must be in the future.' };
  expect(await grant(packUntil('2020-01-01 00:00:00'))).toMatchObject(past);
  expect((await check(packUntil('2020-01-01 00:00:00'), [String(account)]))[0]?.message).toBe(past.message);
  const { rows } = await db.execute(
    sql`select available_until from account_packs where account_id = ${account}`,
  );
  expect([rows, await grantsOf([account])]).toEqual([[{ available_until: null }], [2]]);
});

test('a list grants a benefit again that has ended', async () => {
  const [account = 0] = await createAccounts(1);
  const what = { action: 'GRANT_BENEFIT', benefitId: 31, availableUntil: '2031-01-01 00:00:00' };
  await run(await start(what, [account]));
  await db.execute(
    sql`update account_benefits set available_until = now() - interval '1 day' where account_id = ${account}`,
  );
  expect((await check(what, [String(account)]))[0]?.verdict).toBe('ready');
  expect((await run(await start(what, [account]))).json()).toMatchObject({ done: 1, already: 0 });
  expect((await check(what, [String(account)]))[0]?.verdict).toBe('already');
  expect(await grantsOf([account])).toEqual([2]);
});

test.each([
  ['a pack', PACK, 'select count(*) from account_packs where account_id = accounts.id'],
  [
    'a benefit',
    { action: 'GRANT_BENEFIT', benefitId: 9, availableUntil: '2031-01-01 00:00:00' },
    'select count(*) from account_benefits where account_id = accounts.id',
  ],
  [
    'a ban',
    { action: 'BAN', endTime: '2031-01-01 00:00:00' },
    'select count(*) from bans where account_id = accounts.id',
  ],
])('two members of staff who send the same list of %s at once give it once', async (_, what, counting) => {
  const accounts = await createAccounts(8);
  const [mine, theirs] = [await start(what, accounts), await start(what, accounts, owner.token)];
  const answers = await Promise.all([
    run(mine),
    run(mine),
    run(mine, owner.token),
    run(theirs, owner.token),
    run(theirs, owner.token),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  // A run ends after some seconds, whatever is left.
  for (const id of [mine, theirs]) await until(async () => (await run(id, owner.token)).json().waiting === 0);
  const { rows } = await db.execute<{ count: string }>(
    sql`select (${sql.raw(counting)})::int as count from accounts where id = any(${sql.param(accounts)}::int[])`,
  );
  expect(rows.map(({ count }) => Number(count))).toEqual(Array(8).fill(1));
  const [first, second] = [await reportOf(mine), await reportOf(theirs)];
  expect([first.done + second.done, first.already + second.already, first.failed + second.failed]).toEqual([
    8, 8, 0,
  ]);
});

test('a list fails for single accounts, and waits when the budget is used up or the right is gone', async () => {
  const limited = await createStaff(portal, ['actions']);
  await db.execute(sql`insert into staff_budgets (staff_id, packs) values (${limited.id}, 1)`);
  const id = await start(PACK, [...(await createAccounts(2)), owner.id], limited.token);
  const refused = await run(id, limited.token);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'budget_exceeded']);
  expect(await reportOf(id)).toMatchObject({ done: 1, waiting: 1, failed: 1, finishedAt: null });
  await db.execute(sql`update accounts set web_mgt = 1 where id = ${limited.id}`);
  expect((await run(id, limited.token)).statusCode).toBe(403);
  expect((await run(id)).json()).toMatchObject({ done: 2, waiting: 0, failed: 1 });
});

test('a list bans for good, and leaves those alone who are banned so', async () => {
  const accounts = await createAccounts(2);
  const what = { action: 'BAN', endTime: null };
  const id = await start(what, accounts);
  expect((await run(id)).json()).toMatchObject({ done: 2, failed: 0 });
  const { rows } = await db.execute(
    sql`select ends_at from bans where account_id = any(${sql.param(accounts)}::int[])`,
  );
  expect(rows).toEqual([{ ends_at: null }, { ends_at: null }]);
  const shorter = await start({ action: 'BAN', endTime: '2031-01-01 00:00:00' }, accounts);
  expect((await run(shorter)).json()).toMatchObject({ done: 0, already: 2 });
});

const idsIn = ({ lists }: { lists: { id: string }[] }) => lists.map(({ id }) => id);

test('lists are found page by page, the unfinished ones first, and by what they are', async () => {
  const starter = await createStaff(portal, ['actions']);
  const listed = async (query: string) => {
    const path = `/admin/bulk?staff=${starter.id}${query}`;
    return (await portal.call('GET', path, { token: starter.token })).json();
  };
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await start(PACK, await createAccounts(1), starter.token));
  const ban = await start({ action: 'BAN', endTime: null }, await createAccounts(1), starter.token);
  const [unfinished, stopped, ...finished] = ids;
  expect((await post(`/${stopped}/stop`, { reason: 'Named the wrong players' })).statusCode).toBe(200);
  for (const id of [...finished, ban]) await run(id);
  const first = await listed('');
  expect(first).toMatchObject({ total: 13, totalIsExact: true });
  expect(idsIn(first)[0]).toBe(unfinished);
  expect(idsIn(first)[1]).toBe(ban);
  const second = await listed('&page=2');
  expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(13);
  expect(idsIn(second)).toContain(stopped);
  expect(idsIn(await listed('&state=stopped'))).toEqual([stopped]);
  expect(idsIn(await listed('&state=unfinished'))).toEqual([unfinished]);
  expect((await listed('&state=finished')).total).toBe(11);
  expect(idsIn(await listed('&action=BAN'))).toEqual([ban]);
  expect((await listed('&to=2026-01-01T00:00:00Z')).total).toBe(0);
});

test('a list that nobody goes on with for 15 minutes raises an alert, until it is stopped for good', async () => {
  const quarterAgo = sql`now() - interval '16 minutes'`;
  const accounts = await createAccounts(2);
  const id = await start(PACK, accounts);
  await db.execute(sql`update bulk_lists set created_at = ${quarterAgo} where id = ${id}`);
  const before = await countStalled(db);
  await db.execute(sql`
    update bulk_rows set state = 'done', settled_at = now() where list_id = ${id} and account_id = ${accounts[0]}`);
  expect(before - (await countStalled(db))).toBe(1);
  await db.execute(
    sql`update bulk_rows set settled_at = ${quarterAgo} where list_id = ${id} and settled_at is not null`,
  );
  expect(await countStalled(db)).toBe(before);
  const listed = async () => {
    const path = '/admin/bulk?state=unfinished&pageSize=100';
    const { lists } = (await portal.call('GET', path, { token: staff.token })).json();
    return lists.find((list: { id: string }) => list.id === id);
  };
  expect(await listed()).toMatchObject({ id, waiting: 1 });
  const stop = (token = staff.token) => post(`/${id}/stop`, { reason: 'Named the wrong players' }, token);
  expect((await stop((await createStaff(portal, ['benefits'])).token)).statusCode).toBe(403);
  const [stopped, again, ran] = await Promise.all([stop(), stop(owner.token), run(id)]);
  expect([stopped, again, ran].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const report = await reportOf(id);
  expect(report).toMatchObject({ waiting: 0, finishedAt: expect.any(String) });
  expect([report.done + report.untried, report.failed]).toEqual([2, 0]);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_entries where kind = 'bulk.stop' and target = ${id}`,
  );
  // A list that is stopped while its last account gets it is stopped, too.
  expect([report.untried, 1]).toContain(rows[0]?.count);
  expect(await countStalled(db)).toBe(before - 1);
  expect((await run(id)).json()).toMatchObject({ waiting: 0, done: report.done });
});

test('a list that is stopped while two work on it ends without an error, and gives to nobody more than it says', async () => {
  const accounts = await createAccounts(50);
  const id = await start(PACK, accounts);
  const running = [run(id), run(id, owner.token)];
  await until(async () => (await reportOf(id)).done > 2);
  const stop = () => post(`/${id}/stop`, { reason: 'Named the wrong players' });
  const answers = await Promise.all([stop(), stop(), ...running]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const report = await reportOf(id);
  expect(report).toMatchObject({
    waiting: 0,
    total: 50,
    failed: 0,
    untried: 50 - report.done,
    finishedAt: expect.any(String),
    stoppedAt: expect.any(String),
  });
  expect(report.untried).toBeGreaterThan(0);
  expect((await grantsOf(accounts)).filter((count) => count === 1)).toHaveLength(report.done);
});

test('of a stopped list nobody waits or gets anything, although somebody was at it and gave up', async () => {
  const accounts = await createAccounts(2);
  const id = await start(PACK, accounts);
  const { stopping } = await db.transaction(async (tx) => {
    await tx.execute(
      sql`select from bulk_rows where list_id = ${id} and account_id = ${accounts[0]} for update`,
    );
    const begun = post(`/${id}/stop`, { reason: 'Named the wrong players' });
    await until(async () => (await reportOf(id)).untried === 1);
    return { stopping: begun };
  });
  expect((await stopping).json()).toMatchObject({ waiting: 0, untried: 2, finishedAt: expect.any(String) });
  // As if the stop had ended before it came to this one.
  await db.execute(sql`
    update bulk_rows set state = 'waiting', settled_at = null where list_id = ${id} and account_id = ${accounts[0]}`);
  expect((await run(id)).json()).toMatchObject({ waiting: 0, untried: 2, failed: 0, done: 0 });
  expect(await grantsOf(accounts)).toEqual([0, 0]);
});

test('a process that is killed in the middle of a list leaves the rest for the next one, and nobody gets it twice', async () => {
  const accounts = await createAccounts(40);
  const id = await start(PACK, accounts);
  const viewer = {
    accountId: staff.id,
    userName: staff.username,
    permission: 0,
    webMgt: 15,
    sections: [],
    sessionHash: hashToken(staff.token).toString('hex'),
  };
  const given = { connection: database.connection, id, staff: { viewer, address: '192.0.2.7' } };
  const child = spawn(process.execPath, [BULK_PROGRAM, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  await until(async () => (await reportOf(id)).done > 3);
  await killProcess(child);
  const killed = await reportOf(id);
  expect(killed).toMatchObject({ failed: 0, finishedAt: null });
  expect(killed.waiting).toBeGreaterThan(0);
  await until(async () => (await run(id)).json().waiting === 0);
  expect(await grantsOf(accounts)).toEqual(Array(40).fill(1));
  expect(await reportOf(id)).toMatchObject({ done: 40, already: 0, finishedAt: expect.any(String) });
}, 180_000);

test('a list whose last account is gone is finished by housekeeping, and one that waits is not', async () => {
  const [gone = 0, waiting = 0] = await createAccounts(2);
  const [empty, left] = [await start(PACK, [gone]), await start(PACK, [waiting])];
  await db.execute(sql`delete from bulk_rows where list_id = ${empty}`);
  await finishBulkLists(db);
  expect((await reportOf(empty)).finishedAt).not.toBeNull();
  expect((await reportOf(left)).finishedAt).toBeNull();
});
