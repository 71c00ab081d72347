import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSignedInPlayer, registerPlayer } from '#test/account-journeys.ts';
import { useAuditLog } from '#test/audit.ts';

const { portal, owner, staffWith, record, list } = await useAuditLog();

const targets = ({ entries }: { entries: { target: string }[] }) => entries.map(({ target }) => target);

/** Entries of one member of staff at these times, named after them. */
async function recordAt(staffId: number, times: string[], kind = 'user.update'): Promise<void> {
  for (const time of times)
    await portal.parts.db.execute(sql`
      insert into audit_entries (at, staff_id, kind, target) values (${time}, ${staffId}, ${kind}, ${time})`);
}

describe('the log is filtered by time', () => {
  const [first, second, third] = [
    '2026-03-01T08:00:00Z',
    '2026-03-02T08:00:00Z',
    '2026-03-03T08:00:00Z',
  ] as const;

  test('from a moment on, before another, and between both', async () => {
    const { id } = await staffWith('users');
    await recordAt(id, [first, second, third]);
    const staff = String(id);
    expect(targets(await list(owner, { staff, from: second }))).toEqual([third, second]);
    expect(targets(await list(owner, { staff, to: second }))).toEqual([first]);
    expect(targets(await list(owner, { staff, from: second, to: third }))).toEqual([second]);
    expect(targets(await list(owner, { staff, from: '2026-03-02 08:00:00', to: third }))).toEqual([second]);
    expect(await list(owner, { staff, from: third, to: first })).toMatchObject({ entries: [], total: 0 });
  });

  test('and sorted by it, whatever the order in which entries were written', async () => {
    const { id } = await staffWith('users');
    await recordAt(id, [second, third, first]);
    const staff = String(id);
    expect(targets(await list(owner, { staff }))).toEqual([third, second, first]);
    expect(targets(await list(owner, { staff, sort: 'at' }))).toEqual([first, second, third]);
  });

  test.each([{ from: 'yesterday' }, { to: '2026-13-01' }, { from: '1999-01-01T00:00:00Z' }, { from: '' }])(
    'and not by %j',
    async (query) => {
      const response = await portal.call('GET', `/admin/audit?${new URLSearchParams(query)}`, {
        token: owner.token,
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

describe('the log is filtered by several kinds', () => {
  test('together with staff, account and time', async () => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    await record(
      staff,
      { accountId: player.id, kind: 'user.ban', target: 'ban' },
      { accountId: player.id, kind: 'user.unban', target: 'unban' },
      { accountId: player.id, kind: 'user.update', target: 'update' },
      { kind: 'user.ban', target: 'of another' },
    );
    const query = { staff: String(staff.id), kind: 'user.ban,user.unban' };
    expect(targets(await list(owner, query))).toEqual(['of another', 'unban', 'ban']);
    const narrow = { ...query, account: String(player.id) };
    expect(targets(await list(owner, narrow))).toEqual(['unban', 'ban']);
    expect(targets(await list(owner, { ...narrow, to: '2026-01-01T00:00:00Z' }))).toEqual([]);
    expect(targets(await list(owner, { ...narrow, kind: 'user.ban,user.ban' }))).toEqual(['ban']);
  });

  test.each(['', ',', 'user.ban,', 'user.ban,user.love', 'x'.repeat(4001)])('and not by %j', async (kind) => {
    const response = await portal.call('GET', `/admin/audit?${new URLSearchParams({ kind })}`, {
      token: owner.token,
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('the staff to filter by', () => {
  test('are those with an entry, by name', async () => {
    const [silent, busy] = [await staffWith('users'), await staffWith('news')];
    await record(busy, { target: 'one' }, { target: 'two' });
    const { staff } = (await portal.call('GET', '/admin/audit/staff', { token: silent.token })).json();
    const ids = staff.map(({ accountDBID }: { accountDBID: number }) => accountDBID);
    expect(staff).toContainEqual({ accountDBID: busy.id, userName: busy.username });
    expect(ids).not.toContain(silent.id);
    expect(new Set(ids).size).toBe(ids.length);
    const names = staff.map(({ userName }: { userName: string }) => userName);
    expect(names).toEqual(names.toSorted());
  });

  test('are shown to nobody without account management', async () => {
    for (const { token } of [await createSignedInPlayer(portal), await staffWith('news')])
      expect((await portal.call('GET', '/admin/audit/staff', { token })).statusCode).toBe(403);
    expect((await portal.call('GET', '/admin/audit/staff')).statusCode).toBe(401);
  });
});

describe('the log is filtered by product', () => {
  test('and leaves out other records of the same number', async () => {
    const staff = await staffWith('users', 'products');
    await record(
      staff,
      { kind: 'product.update', target: 812, before: { price: 5 }, after: { price: 4 } },
      { kind: 'product.update', target: 8121 },
      { kind: 'news.update', target: 812 },
      { kind: 'product.delete', target: 812 },
    );
    const query = { staff: String(staff.id), product: '812' };
    const { entries, total } = await list(owner, query);
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['product.delete', 'product.update']);
    expect(total).toBe(2);
    expect(targets(await list(owner, { ...query, kind: 'product.update' }))).toEqual(['812']);
  });

  test('and not by what is no id', async () => {
    const response = await portal.call('GET', '/admin/audit?product=lamp', { token: owner.token });
    expect(response.statusCode).toBe(400);
  });
});
