import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSignedInPlayer, registerPlayer } from '#test/account-journeys.ts';
import { entriesOn, useAuditLog } from '#test/audit.ts';

const { portal, owner, staffWith, record, list } = await useAuditLog();

const exported = ({ token }: { token: string }, query: Record<string, string> = {}) =>
  portal.call('GET', `/admin/audit/export?${new URLSearchParams(query)}`, { token });

/** The lines of the file without its heading. */
const linesOf = (file: string) => file.slice(1).split('\r\n').slice(1, -1);

test('the file has the filtered entries, with a name of the day', async () => {
  const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
  await record(
    staff,
    {
      accountId: player.id,
      before: { email: 'a@post.example' },
      after: { email: 'b,c@post.example' },
      reason: '=cmd|1',
    },
    { kind: 'news.create', target: '@evil', after: { title: 'Ünited "we" stand' } },
    { kind: 'news.delete', target: 'another kind' },
  );
  const response = await exported(owner, {
    staff: String(staff.id),
    kind: 'user.update,news.create',
    sort: 'at',
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="audit-log-${new Date().toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  });
  expect(response.body.split('\r\n')[0]).toBe(
    '\uFEFFentryId,at,kind,action,target,targetName,staffId,staff,accountId,account,address,reason,before,after',
  );
  const [update, news, ...others] = linesOf(response.body);
  expect(others).toEqual([]);
  expect(update).toMatch(
    new RegExp(
      `^\\d+,20.+Z,user.update,Account updated,${player.id},,${staff.id},${staff.username},${player.id},${player.username},198.51.100.7,'=cmd\\|1,"{""email"":""a@post.example""}","{""email"":""b,c@post.example""}"$`,
    ),
  );
  expect(news).toContain(`,news.create,Article created,'@evil,`);
  expect(news).toContain(String.raw`"{""title"":""Ünited \""we\"" stand""}"`);
});

test('the file has what the list shows to these staff, masked like it', async () => {
  const [viewer, superior] = [await staffWith('users'), await staffWith('users', 'benefits')];
  const player = await registerPlayer(portal);
  await record(superior, { accountId: player.id }, { accountId: superior.id, target: 'hidden' });
  const lines = linesOf((await exported(viewer, { staff: String(superior.id) })).body);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,${player.username},•••,`);
  for (const { token } of [await createSignedInPlayer(portal), await staffWith('news')])
    expect((await exported({ token })).statusCode).toBe(403);
  expect((await portal.call('GET', '/admin/audit/export')).statusCode).toBe(401);
  expect((await exported(owner, { kind: 'user.love' })).statusCode).toBe(400);
});

test('a file in ascending order ends before its own entry', async () => {
  const staff = await staffWith('users');
  const targets = Array.from({ length: 1000 }, (_, n) => ({ target: `n${n}` }));
  await record(staff, ...targets);
  const lines = linesOf((await exported(staff, { staff: String(staff.id), sort: 'at' })).body);
  expect(lines).toHaveLength(1000);
});

test('an export is recorded with its filters and count, and is limited', async () => {
  const staff = await staffWith('users');
  await record(staff, { target: 'x1' }, { target: 'x2' });
  const query = { staff: String(staff.id), kind: 'user.update', from: '2026-01-01T00:00:00Z', search: ' x ' };
  const responses = [];
  // One after the other: each member of staff exports one list at a time.
  for (let n = 0; n < 32; n += 1) responses.push(await exported(staff, query));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
  expect(responses.find(({ statusCode }) => statusCode === 429)?.json().message).toMatch(
    /^You've read or exported 30 long lists within an hour, which is the limit\. Please try again in \d+ minutes\.$/,
  );
  const traces = (await entriesOn(portal, 'audit')).filter(({ staffId }) => staffId === staff.id);
  expect(traces).toHaveLength(30);
  expect(traces[0]).toMatchObject({
    kind: 'list.export',
    accountId: null,
    after: { search: 'x', staff: staff.id, kind: ['user.update'], from: '2026-01-01T00:00:00.000Z', rows: 2 },
  });
});

test('a request for the headers alone is no export', async () => {
  const response = await portal.app.inject({
    method: 'HEAD',
    url: '/api/admin/audit/export',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(response.statusCode).toBe(404);
});

test.each(['at', '-at'])(
  'thousands of entries by %s come once each, in the order of the list',
  async (sort) => {
    const staff = await staffWith('users');
    // Many at the same moment, and written in another order than that of time.
    await portal.parts.db.execute(sql`
    insert into audit_entries (at, staff_id, kind, target)
    select timestamptz '2026-05-01' + make_interval(mins => (n * 7) % 5), ${staff.id}, 'user.update', 't' || n
    from generate_series(1, 2500) n`);
    const query = { staff: String(staff.id), sort };
    const lines = linesOf((await exported(owner, query)).body);
    const ids = lines.map((line) => Number(line.split(',')[0]));
    expect(new Set(ids).size).toBe(2500);
    const listed: number[] = [];
    for (let page = 1; page <= 25; page += 1) {
      const { entries } = await list(owner, { ...query, pageSize: '100', page: String(page) });
      listed.push(...entries.map(({ entryId }: { entryId: number }) => entryId));
    }
    expect(ids).toEqual(listed);
  },
);
