import type { StaffMember } from '@waygate/contract/roles/roles.schemas';
import { addTestSections } from '@waygate/contract/tests/test-sections';
import type { Section } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';
import { selectStaffPage } from '#features/roles/admin/staff-list.queries.ts';
import { scansDuring } from '#test/plans.ts';
import { applyRole, createRole } from '#test/roles.ts';

beforeAll(() => addTestSections('polls'));

const portal = await usePortal();
const owner = await createOwner(portal);

const byNumber = (one: number, other: number) => one - other;

async function list(query: Record<string, string> = {}) {
  const response = await portal.call('GET', `/admin/staff?${new URLSearchParams(query)}`, {
    token: owner.token,
  });
  if (response.statusCode !== 200) throw new Error(`The list was refused: ${response.body}`);
  const { staff, total }: { staff: StaffMember[]; total: number } = response.json();
  return { ids: staff.map(({ accountDBID }) => accountDBID), staff, total };
}

const found = async (query: Record<string, string>) => (await list({ pageSize: '100', ...query })).ids;

describe('the list of staff', () => {
  test('has owners and everybody with a section, and nobody else', async () => {
    const [news, polls, player] = [
      await createStaff(portal, ['news']),
      await createStaff(portal, ['polls' as Section]),
      await createSignedInPlayer(portal),
    ];
    // A rank without a section opens nothing.
    await portal.parts.db.execute(sql`update accounts set permission = 1 where id = ${player.id}`);
    const { ids, staff, total } = await list({ pageSize: '100' });
    expect(ids.toSorted(byNumber)).toEqual([owner.id, news.id, polls.id].toSorted(byNumber));
    expect(total).toBe(3);
    expect(staff.find(({ accountDBID }) => accountDBID === news.id)).toEqual({
      accountDBID: news.id,
      userName: news.username,
      permission: 0,
      webMgt: 11,
      sections: [],
      role: null,
      hasFactor: false,
      lastActiveOn: new Date().toISOString().slice(0, 10),
    });
  });

  test('is searched by a part of a name and by id, and takes no pattern', async () => {
    const staff = await createStaff(portal, ['news']);
    expect((await list({ search: staff.username.slice(2).toUpperCase() })).ids).toEqual([staff.id]);
    expect((await list({ search: String(staff.id) })).ids).toContain(staff.id);
    expect((await list({ search: '%' })).ids).toEqual([]);
  });

  test('is filtered by role, custom rights, owners and section', async () => {
    const [member, custom] = [await createStaff(portal, ['news']), await createStaff(portal, ['products'])];
    const role = await createRole(portal, owner, ['orders', 'polls']);
    await applyRole(portal, owner, role, { accounts: [member.id] });
    expect(await found({ role: String(role.roleId) })).toEqual([member.id]);
    expect(await found({ role: 'owner' })).toEqual([owner.id]);
    const customs = await found({ role: 'custom' });
    expect([customs.includes(custom.id), customs.includes(member.id), customs.includes(owner.id)]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await found({ section: 'orders' })).toSorted(byNumber)).toEqual(
      [owner.id, member.id].toSorted(byNumber),
    );
    expect(await found({ section: 'polls', role: String(role.roleId) })).toEqual([member.id]);
  });

  test('is filtered by who has a second factor', async () => {
    const [has, lacks] = [await createStaff(portal, ['news']), await createStaff(portal, ['news'])];
    await portal.parts.db.execute(
      sql`insert into totp_factors (account_id, key_id, sealed, last_step) values (${has.id}, 'k', '', 0)`,
    );
    expect((await list({ factor: 'has' })).staff).toMatchObject([{ accountDBID: has.id, hasFactor: true }]);
    const missing = await found({ factor: 'missing' });
    expect([missing.includes(lacks.id), missing.includes(owner.id), missing.includes(has.id)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ['role', 'editor'],
    ['section', 'owner'],
    ['section', 'toString'],
    ['sort', 'email'],
  ])('refuses %s=%s', async (name, value) => {
    const { statusCode } = await portal.call('GET', `/admin/staff?${name}=${value}`, { token: owner.token });
    expect(statusCode).toBe(400);
  });

  test('is sorted by name, role and last activity, both ways', async () => {
    for (const sort of ['userName', 'role', 'lastActiveOn']) {
      const [up, down] = [
        await list({ sort, pageSize: '100' }),
        await list({ sort: `-${sort}`, pageSize: '100' }),
      ];
      expect(up.ids.toSorted(byNumber)).toEqual(down.ids.toSorted(byNumber));
    }
    const byRole = await list({ sort: 'role', pageSize: '100' });
    expect(byRole.ids[0]).toBe(owner.id);
    const labels = byRole.staff.map(({ role }) => role?.name ?? '');
    expect(labels.indexOf('', 1)).toBeGreaterThan(labels.findLastIndex((label) => label !== '') - 1);
  });

  test('reads the few accounts with rights along their index, however many accounts there are', async () => {
    await portal.parts.db.execute(sql`
      insert into accounts (user_name, email, password_hash)
      select 'crowd_' || n, 'crowd' || n || '@example.com', 'none' from generate_series(1, 20000) n`);
    await portal.parts.db.execute(sql`analyze accounts`);
    const query = { search: 'hero', page: 1, pageSize: '100', sort: 'userName', section: 'orders' } as const;
    const scans = await scansDuring(portal.parts.database, (db) => selectStaffPage(db, query));
    expect(scans.join()).toContain('accounts_ranked_idx');
    expect(scans).not.toContain('Seq Scan accounts');
  });
});
