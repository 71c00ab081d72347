import type { Role } from '@waygate/contract/roles/roles.schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { createOwner, registerPlayer, usePortal, useSecondProcess } from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { readUser, updateUser } from '#test/edited-users.ts';
import { applyRole, createRole, revokeRights } from '#test/roles.ts';

const portal = await usePortal();
const owner = await createOwner(portal);

const OWN_SECTIONS = [
  ['news'],
  ['users', 'news'],
  ['orders'],
  ['patchNotes', 'orders', 'products'],
  ['benefits'],
];
const OWN_RIGHTS = [1, 11, 22, 19, 2261];

/** Accounts whose rights are not those of their role. */
async function contradictions(): Promise<unknown[]> {
  const { rows } = await portal.parts.db.execute(sql`
    select accounts.id from accounts join roles on roles.id = role_id
    where accounts.web_mgt <> roles.web_mgt or accounts.sections <> roles.sections or permission = 32`);
  return rows;
}

describe('parallel edits of roles, applications and edits of single accounts', () => {
  test('never leave an account with a role and other rights, and deadlock nowhere', async () => {
    const roles: Role[] = [
      await createRole(portal, owner, ['news']),
      await createRole(portal, owner, ['orders']),
    ];
    const players = await Promise.all(Array.from({ length: 6 }, () => registerPlayer(portal)));
    const ids = players.map(({ id }) => id);
    // With a lower id than the accounts one owner, and the other with a higher.
    const later = await createOwner(portal);
    const second = await useSecondProcess(portal);
    const callers = [
      { call: portal.call, staff: owner },
      { call: second.call, staff: later },
    ];
    const role = (i: number) => roles[i % roles.length] ?? raise();
    const id = (i: number) => ids[i % ids.length] ?? raise();
    const requests = Array.from({ length: 30 }, (_, i) => {
      const { call, staff } = callers[i % 2] ?? raise();
      const subset = ids.filter((_id, at) => (at + i) % 3 > 0);
      const { name, roleId } = role(i);
      return [
        call('PUT', `/admin/roles/${roleId}`, {
          token: staff.token,
          body: { name, sections: OWN_SECTIONS[i % OWN_SECTIONS.length] },
        }),
        applyRole({ call }, staff, role(i + 1), { accounts: i % 2 ? subset : subset.toReversed() }),
        updateUser({ call }, staff, id(i), { webMgt: OWN_RIGHTS[i % OWN_RIGHTS.length] }),
        ...(i % 5 === 0 ? [revokeRights({ call }, staff, [id(i + 1), id(i)])] : []),
      ];
    }).flat();
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode);

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await contradictions()).toEqual([]);
    for (const accountId of ids) {
      const { webMgt } = await readUser(portal, owner, accountId);
      await expectUnbrokenLog(accountId, webMgt);
    }
  });

  test('leave nobody with a role that is deleted while it is applied', async () => {
    for (let round = 0; round < 8; round += 1) {
      const role = await createRole(portal, owner, ['news']);
      const player = await registerPlayer(portal);
      const [applied, deleted] = await Promise.all([
        applyRole(portal, owner, role, { accounts: [player.id] }),
        portal.call('DELETE', `/admin/roles/${role.roleId}?rights=revoke`, { token: owner.token }),
      ]);
      expect([deleted.statusCode, [200, 404].includes(applied.statusCode)]).toEqual([204, true]);
      expect(await readUser(portal, owner, player.id)).toMatchObject({ role: null, webMgt: 1 });
    }
  });
});

describe('the database', () => {
  test('takes an account out of its role when anything else changes its rights', async () => {
    const role = await createRole(portal, owner, ['news']);
    const { id } = await registerPlayer(portal);
    await applyRole(portal, owner, role, { accounts: [id] });
    await portal.parts.db.update(accounts).set({ webMgt: 2 }).where(eq(accounts.id, id));
    expect(await readUser(portal, owner, id)).toMatchObject({ webMgt: 2, role: null });
  });

  test('refuses a role with other rights, and one for an owner', async () => {
    const { roleId } = await createRole(portal, owner, ['news']);
    const { id } = await registerPlayer(portal);
    const set = (values: object) =>
      portal.parts.db
        .update(accounts)
        .set({ roleId, webMgt: 11, ...values })
        .where(eq(accounts.id, id));
    await expect(set({ webMgt: 2 })).rejects.toMatchObject({ cause: { constraint: 'accounts_role_fkey' } });
    await expect(set({ permission: 32 })).rejects.toMatchObject({
      cause: { constraint: 'accounts_role_check' },
    });
    await set({});
  });
});

/** Each entry begins with the rights that the one before it left. */
async function expectUnbrokenLog(accountId: number, webMgt: number): Promise<void> {
  let current: unknown = 1;
  for (const { before, after } of await entriesAbout(portal, accountId)) {
    if (!after || !('webMgt' in after)) continue;
    expect(before?.webMgt).toBe(current);
    current = after.webMgt;
  }
  expect(current).toBe(webMgt);
}

function raise(): never {
  throw new Error('There is nothing at this place.');
}
