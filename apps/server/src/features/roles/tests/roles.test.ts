import type { Role } from '@waygate/contract/roles/roles.schemas';
import type { Section } from '@waygate/contract/permissions';
import { addTestSections } from '@waygate/contract/tests/test-sections';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { createOwner, createStaff, registerPlayer, uniqueName, usePortal } from '#test/account-journeys.ts';
import { auditOf, entriesAbout } from '#test/audit.ts';
import { readUser, updateUser } from '#test/edited-users.ts';
import { applyRole, createRole, revokeRights } from '#test/roles.ts';

beforeAll(() => addTestSections('polls'));

const portal = await usePortal();
const owner = await createOwner(portal);
const { token } = owner;

const roleWith = (...sections: string[]) => createRole(portal, owner, sections);
const apply = (role: Role, accounts: number[], revision?: number) =>
  applyRole(portal, owner, role, { accounts, ...(revision !== undefined && { revision }) });
const update = (role: Role, body: object) =>
  portal.call('PUT', `/admin/roles/${role.roleId}`, {
    token,
    body: { name: role.name, description: role.description, sections: role.sections, ...body },
  });
const remove = (role: Role, query = '') =>
  portal.call('DELETE', `/admin/roles/${role.roleId}${query}`, { token });
const rightsOf = async (id: number) => {
  const { webMgt, sections, role } = await readUser(portal, owner, id);
  return { webMgt, sections, role: role?.name ?? null };
};
const find = async (name: string): Promise<Role | undefined> =>
  (await portal.call('GET', '/admin/roles', { token })).json().roles.find((role: Role) => role.name === name);

/** So many accounts that have the role. */
async function holdersOf(role: Role, count = 2): Promise<number[]> {
  const players = await Promise.all(Array.from({ length: count }, () => registerPlayer(portal)));
  const ids = players.map(({ id }) => id).toSorted((a, b) => a - b);
  await apply(role, ids);
  return ids;
}

describe('the roles of a new portal', () => {
  test.each([
    ['Moderator', ['users', 'actions', 'gameCharacters']],
    ['Editor', ['patchNotes', 'news']],
    ['Support', ['users', 'benefits', 'twitchDrops', 'orders', 'gameCharacters', 'gameInventory']],
    ['Accountant', ['orders', 'statisticsPayment']],
  ])('include %s with %j', async (name, sections) => {
    expect(await find(name)).toMatchObject({ sections, accountCount: 0, revision: 1 });
  });
});

describe('a role', () => {
  test('is created with its sections in their order, each once, and audited', async () => {
    const role = await roleWith('polls', 'news', 'users', 'news');
    expect(role).toMatchObject({ sections: ['users', 'news', 'polls'], accountCount: 0 });
    expect(await auditOf(portal, 'role.create', role.roleId)).toMatchObject([
      { staffId: owner.id, after: { sections: ['users', 'news', 'polls'] } },
    ]);
  });

  test.each<[string, object]>([
    ['without a section', { name: 'Nobody', sections: [] }],
    ['with a section that does not exist', { name: 'Nobody', sections: ['owner'] }],
    ["with the name of an object's property", { name: 'Nobody', sections: ['toString'] }],
    ['with a blank name', { name: '  ', sections: ['news'] }],
    ['with a long name', { name: 'x'.repeat(61), sections: ['news'] }],
  ])('is refused %s', async (_, body) => {
    expect((await portal.call('POST', '/admin/roles', { token, body })).statusCode).toBe(400);
  });

  test('has a name of its own, whatever the case of its letters', async () => {
    const { name } = await roleWith('news');
    const body = { name: name.toUpperCase(), sections: ['news'] };
    const [again, other] = [
      await portal.call('POST', '/admin/roles', { token, body }),
      await roleWith('users'),
    ];
    expect([again.statusCode, again.json().fields]).toEqual([
      409,
      { name: 'There is a role of this name already.' },
    ]);
    expect((await update(other, { name })).statusCode).toBe(409);
  });

  test('is created once by eight parallel requests for one name', async () => {
    const body = { name: uniqueName(), sections: ['news'] };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => portal.call('POST', '/admin/roles', { token, body })),
    );
    const created = responses.filter(({ statusCode }) => statusCode === 200);
    const refused = responses.filter(({ statusCode }) => statusCode === 409);
    expect([created.length, refused.length]).toEqual([1, 7]);
  });

  test('is not overwritten by an editor who read an older version', async () => {
    const role = await roleWith('news');
    const saved = (await update(role, { sections: ['users'], revision: role.revision })).json();
    const late = await update(role, { sections: ['orders'], revision: role.revision });
    expect([late.statusCode, late.json().current]).toEqual([409, saved]);
    expect((await update(saved, { revision: saved.revision })).json()).toEqual(saved);
  });

  test('keeps a section that only a newer version knows', async () => {
    const role = await roleWith('news', 'polls');
    await portal.parts.db.execute(sql`update roles set sections = '{newer,polls}' where id = ${role.roleId}`);
    expect((await update(role, { sections: ['users'] })).json().sections).toEqual(['users', 'newer']);
  });
});

describe('applying a role', () => {
  test('sets exactly its rights for all accounts, and says what each gained and lost', async () => {
    const [player, staff] = [await registerPlayer(portal), await createStaff(portal, ['orders', 'news'])];
    const role = await roleWith('users', 'news', 'polls');
    const response = await apply(role, [staff.id, player.id, player.id]);
    expect(response.json().accounts).toEqual([
      { accountDBID: player.id, userName: player.username, granted: ['users', 'news', 'polls'], revoked: [] },
      { accountDBID: staff.id, userName: staff.username, granted: ['users', 'polls'], revoked: ['orders'] },
    ]);
    const rights = { webMgt: 22, sections: ['polls'], role: role.name };
    expect([await rightsOf(player.id), await rightsOf(staff.id)]).toEqual([rights, rights]);
    expect(await find(role.name)).toMatchObject({ accountCount: 2 });
    expect(await entriesAbout(portal, staff.id)).toMatchObject([
      {
        kind: 'user.role',
        staffId: owner.id,
        target: String(staff.id),
        before: { role: null, webMgt: 209, sections: [] },
        after: { role: role.name, webMgt: 22, sections: ['polls'] },
      },
    ]);
  });

  test('takes effect on the very next request of a session that is open', async () => {
    const staff = await createStaff(portal, ['orders']);
    const list = () => portal.call('GET', '/admin/users', { token: staff.token });
    expect((await list()).statusCode).toBe(403);
    await apply(await roleWith('users'), [staff.id]);
    expect((await list()).statusCode).toBe(200);
    await revokeRights(portal, owner, [staff.id]);
    expect((await list()).statusCode).toBe(403);
  });

  test('again changes and records nothing', async () => {
    const [player, role] = [await registerPlayer(portal), await roleWith('news')];
    await apply(role, [player.id]);
    expect((await apply(role, [player.id])).json().accounts).toEqual([]);
    expect(await entriesAbout(portal, player.id)).toHaveLength(1);
  });

  test('to somebody who has the same rights one by one only names them', async () => {
    const [staff, role] = [await createStaff(portal, ['news']), await roleWith('news')];
    expect((await apply(role, [staff.id])).json().accounts).toMatchObject([{ granted: [], revoked: [] }]);
    expect(await rightsOf(staff.id)).toMatchObject({ role: role.name });
  });

  test('is refused as a whole when one account does not exist', async () => {
    const [player, role] = [await registerPlayer(portal), await roleWith('news')];
    const response = await apply(role, [player.id, 2_000_000_000]);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'There is no account 2000000000. Nothing was changed.',
    ]);
    expect(await rightsOf(player.id)).toEqual({ webMgt: 1, sections: [], role: null });
  });

  test('is refused as a whole when one account is an owner', async () => {
    const [player, other, role] = [
      await registerPlayer(portal),
      await createOwner(portal),
      await roleWith('news'),
    ];
    const message = `${other.username} is an owner, who has every right without a role. Nothing was changed.`;
    const responses = [
      await apply(role, [player.id, other.id]),
      await revokeRights(portal, owner, [player.id, other.id]),
    ];
    expect(responses.map((response) => [response.statusCode, response.json().message])).toEqual([
      [400, message],
      [400, message],
    ]);
    expect(await rightsOf(player.id)).toMatchObject({ role: null });
  });

  test('is refused when the role is no longer as it was shown', async () => {
    const [player, role] = [await registerPlayer(portal), await roleWith('news')];
    const saved = (await update(role, { sections: ['users'] })).json();
    const response = await apply(role, [player.id], role.revision);
    expect([response.statusCode, response.json().current]).toEqual([409, saved]);
    expect(await rightsOf(player.id)).toMatchObject({ webMgt: 1 });
  });

  test('needs from 1 to 200 accounts and a role that exists', async () => {
    const role = await roleWith('news');
    const many = Array.from({ length: 201 }, (_, i) => i + 1);
    const statuses = [
      await apply(role, []),
      await apply(role, many),
      await apply({ ...role, roleId: 999_999 }, [1]),
    ];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 404]);
  });
});

describe('the accounts of a role', () => {
  test('get what an edit adds and lose what it removes, each with an audit entry', async () => {
    const role = await roleWith('news', 'orders');
    const ids = await holdersOf(role);
    const saved = await update(role, { sections: ['news', 'polls'] });
    expect(saved.json()).toMatchObject({ sections: ['news', 'polls'], accountCount: 2 });
    for (const id of ids) {
      expect(await rightsOf(id)).toEqual({ webMgt: 11, sections: ['polls'], role: role.name });
      expect((await entriesAbout(portal, id)).at(-1)).toMatchObject({
        kind: 'user.role',
        before: { webMgt: 209, sections: [] },
        after: { webMgt: 11, sections: ['polls'] },
      });
    }
    expect(await auditOf(portal, 'role.update', role.roleId)).toMatchObject([
      {
        before: { sections: ['news', 'orders'] },
        after: { sections: ['news', 'polls'] },
      },
    ]);
  });

  test('are not recorded when only a name changes', async () => {
    const role = await roleWith('news');
    const [id = 0] = await holdersOf(role, 1);
    const name = uniqueName();
    await update(role, { name });
    expect(await rightsOf(id)).toMatchObject({ role: name });
    expect(await entriesAbout(portal, id)).toHaveLength(1);
  });

  test('leave it by an edit of their own rights, and stay by any other edit', async () => {
    const role = await roleWith('news', 'polls');
    const [custom = 0, kept = 0] = await holdersOf(role);
    await updateUser(portal, owner, kept, {
      webMgt: 11,
      sections: ['polls'],
      hasClaimedFounderPackage: true,
    });
    await updateUser(portal, owner, custom, { webMgt: 11, sections: [] });
    expect([await rightsOf(custom), await rightsOf(kept)]).toEqual([
      { webMgt: 11, sections: [], role: null },
      { webMgt: 11, sections: ['polls'], role: role.name },
    ]);
    expect((await entriesAbout(portal, custom)).at(-1)).toMatchObject({
      kind: 'user.update',
      before: { sections: ['polls'], role: role.name },
      after: { sections: [], role: null },
    });
    await update(role, { sections: ['users'] });
    expect([await rightsOf(custom), await rightsOf(kept)]).toMatchObject([{ webMgt: 11 }, { webMgt: 2 }]);
  });

  test('leave it when they become owners', async () => {
    const role = await roleWith('news');
    const [id = 0] = await holdersOf(role, 1);
    expect((await updateUser(portal, owner, id, { permission: 32 })).json()).toMatchObject({ role: null });
    expect((await entriesAbout(portal, id)).at(-1)).toMatchObject({ after: { permission: 32, role: null } });
    await updateUser(portal, owner, id, { permission: 0 });
  });

  test('lose role and rights when they are revoked', async () => {
    const role = await roleWith('news', 'polls');
    const [id = 0] = await holdersOf(role, 1);
    expect((await revokeRights(portal, owner, [id])).json().accounts).toMatchObject([
      { accountDBID: id, granted: [], revoked: ['news', 'polls'] },
    ]);
    expect(await rightsOf(id)).toEqual({ webMgt: 1, sections: [], role: null });
    expect((await revokeRights(portal, owner, [id])).json().accounts).toEqual([]);
  });

  test('have to be decided about before it is deleted', async () => {
    const role = await roleWith('news');
    const [id = 0] = await holdersOf(role, 1);
    const refused = await remove(role);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      '1 account has this role. Choose whether it keeps its rights.',
    ]);
    expect((await remove(role, '?rights=maybe')).statusCode).toBe(400);
    expect((await remove(role, '?rights=keep')).statusCode).toBe(204);
    expect(await rightsOf(id)).toEqual({ webMgt: 11, sections: [], role: null });
    expect((await entriesAbout(portal, id)).at(-1)).toMatchObject({
      kind: 'user.role',
      before: { role: role.name },
      after: { role: null },
    });
    expect((await remove(role, '?rights=keep')).statusCode).toBe(404);
  });

  test('lose their rights with a role that is deleted so', async () => {
    const role = await roleWith('news');
    const [id = 0] = await holdersOf(role, 1);
    expect((await remove(role, '?rights=revoke')).statusCode).toBe(204);
    expect(await rightsOf(id)).toEqual({ webMgt: 1, sections: [], role: null });
    expect(await auditOf(portal, 'role.delete', role.roleId)).toMatchObject([
      {
        before: { name: role.name, sections: ['news'], accountCount: 1 },
      },
    ]);
  });

  test('are none: the role is deleted without a question', async () => {
    expect((await remove(await roleWith('news'))).statusCode).toBe(204);
  });
});

test('staff who manage accounts see the role of an account, and edit no roles', async () => {
  const staff = await createStaff(portal, ['users'] satisfies Section[]);
  const [player, role] = [await registerPlayer(portal), await roleWith('news')];
  await apply(role, [player.id]);
  expect(await readUser(portal, staff, player.id)).toMatchObject({
    role: { roleId: role.roleId, name: role.name },
  });
  expect((await applyRole(portal, staff, role, { accounts: [player.id] })).statusCode).toBe(403);
});
