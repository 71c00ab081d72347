import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { asStaff, unchanged } from '#features/staff/staff.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  randomAddress,
  usePortal,
} from '#test/account-journeys.ts';
import { addTotp, requireStaffFactor } from '#test/factor-journeys.ts';

const portal = await usePortal();
const { call, parts } = portal;
afterEach(() => requireStaffFactor(portal, false));

const codeOfAnswer = async (token: string, path: string) => {
  const response = await call('GET', path, { token });
  return response.statusCode === 200 ? 'through' : response.json().code;
};

const put = (token: string, body: object) => call('PUT', '/admin/security-policy', { token, body });
const get = async (token: string) => (await call('GET', '/admin/security-policy', { token })).json();

describe('while owners require a second factor from staff', () => {
  test('a staff session without one opens no section, and learns the reason', async () => {
    const { token } = await createStaff(portal, ['users', 'news']);
    expect(await codeOfAnswer(token, '/admin/users')).toBe('through');
    await requireStaffFactor(portal);
    for (const path of ['/admin/users', '/admin/today', '/admin/users/1'])
      expect(await codeOfAnswer(token, path)).toBe('factor_required');
    expect((await call('GET', '/user/factors', { token })).json()).toMatchObject({ isRequired: true });
    expect(await codeOfAnswer(token, '/user/profile')).toBe('through');
  });

  test('a factor opens the sections at once, also on the session that added it', async () => {
    const staff = await createStaff(portal, ['users']);
    await requireStaffFactor(portal);
    expect(await codeOfAnswer(staff.token, '/admin/users')).toBe('factor_required');
    await addTotp(portal, staff);
    expect(await codeOfAnswer(staff.token, '/admin/users')).toBe('through');
  });

  test('an owner without one is shut out as well, and a player is not asked', async () => {
    const [owner, player] = [await createOwner(portal), await createSignedInPlayer(portal)];
    await requireStaffFactor(portal);
    expect(await codeOfAnswer(owner.token, '/admin/security-policy')).toBe('factor_required');
    expect(await codeOfAnswer(player.token, '/admin/users')).toBe('forbidden');
    expect((await call('GET', '/user/factors', { token: player.token })).json()).toMatchObject({
      isRequired: false,
    });
  });

  test('a write that was admitted before is refused under the lock', async () => {
    const { token } = await createStaff(portal, ['users']);
    const viewer = await findViewerBySession(parts.db, hashToken(token));
    if (!viewer) throw new Error('The session is missing.');
    await requireStaffFactor(portal);
    const staff = { viewer, address: randomAddress() };
    await expect(
      asStaff(parts.db, staff, { section: 'users' }, async () => unchanged()),
    ).rejects.toMatchObject({ code: 'factor_required' });
  });
});

describe('the policy', () => {
  test('is switched on by an owner who has a factor, and recorded', async () => {
    const owner = await addTotp(portal, await createOwner(portal));
    const before = await get(owner.token);
    expect(before).toEqual({ isStaffFactorRequired: false, revision: expect.any(Number) });
    const response = await put(owner.token, { ...before, isStaffFactorRequired: true });
    expect(response.json()).toEqual({ isStaffFactorRequired: true, revision: before.revision + 1 });
    const { entries } = (await call('GET', '/admin/audit', { token: owner.token })).json();
    expect(entries[0]).toMatchObject({
      kind: 'security_policy.update',
      before: { isStaffFactorRequired: false },
      after: { isStaffFactorRequired: true },
    });
  });

  test('is not switched on by an owner without a factor', async () => {
    const { token } = await createOwner(portal);
    const response = await put(token, { ...(await get(token)), isStaffFactorRequired: true });
    expect([response.statusCode, response.json().fields]).toEqual([
      400,
      { isStaffFactorRequired: 'Set up a second factor for your own account first.' },
    ]);
    expect(await get(token)).toMatchObject({ isStaffFactorRequired: false });
  });

  test('is saved by one of parallel owners who read the same revision', async () => {
    const owners = await Promise.all([0, 1, 2].map(async () => addTotp(portal, await createOwner(portal))));
    const before = await get(owners[0]?.token ?? '');
    const answers = await Promise.all(
      owners.map(({ token }) => put(token, { ...before, isStaffFactorRequired: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().current).toEqual({ isStaffFactorRequired: true, revision: before.revision + 1 });
  });

  test('is closed to staff who are no owners', async () => {
    const { token, id } = await createStaff(portal, ['users']);
    expect((await put(token, { isStaffFactorRequired: false, revision: 1 })).statusCode).toBe(403);
    await parts.db.update(accounts).set({ webMgt: 1 }).where(eq(accounts.id, id));
  });
});
