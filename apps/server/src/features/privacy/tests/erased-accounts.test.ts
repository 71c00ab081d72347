import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { perform } from '#features/bulk/perform.service.ts';
import { recoverOwner } from '#features/accounts/owner-recovery.service.ts';
import { eraseDueAccount } from '#features/privacy/erase.service.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import { requireRight } from '#features/staff/staff.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { createOwner, createSignedInPlayer, usePortal } from '#test/account-journeys.ts';
import { applyRole, createRole } from '#test/roles.ts';

const portal = await usePortal();
const { parts, call } = portal;
const { db } = parts;
const owner = await createOwner(portal);
const { token } = owner;

async function createErased(): Promise<number> {
  const { id } = await createSignedInPlayer(portal);
  await db.execute(sql`insert into account_erasures (account_id, due_at) values (${id}, now())`);
  expect(await eraseDueAccount(parts, id)).toBe(true);
  return id;
}

async function asOwner() {
  const viewer = await findViewerBySession(db, hashToken(token));
  if (!viewer) throw new Error('Nobody is signed in.');
  return { viewer, address: '198.51.100.7' };
}

const stateOf = async (id: number) => {
  const { rows } = await db.execute(sql`
    select accounts.*, array(select to_jsonb(bans) from bans where account_id = accounts.id and is_active) as active_bans
    from accounts where id = ${id}`);
  return rows[0];
};

const reason = 'To see whether it works';
const later = '2099-12-03 14:05:00';

describe('staff can’t bring back an erased account', () => {
  test.each([
    ['an edit', 'PUT', (id: number) => `/admin/users/${id}`, () => ({ email: 'mine@example.com', reason })],
    ['an unban', 'POST', () => '/admin/unbanUser', (accountDBID: number) => ({ accountDBID })],
    [
      'a ban',
      'POST',
      () => '/admin/banUser',
      (accountDBID: number) => ({ accountDBID, endTime: later, description: 'x', ip: null }),
    ],
    ['a reset link', 'POST', (id: number) => `/admin/users/${id}/reset-link`, () => undefined],
    [
      'a pack',
      'POST',
      () => '/admin/action',
      (accountDBID: number) => ({ action: 'GRANT_FOUNDER_PACK', accountDBID, reason }),
    ],
    [
      'an item',
      'POST',
      (id: number) => `/admin/users/${id}/items`,
      () => ({ requestId: crypto.randomUUID(), itemId: 7001, quantity: 1, reason }),
    ],
    [
      'another erasure',
      'POST',
      (id: number) => `/admin/users/${id}/erasure`,
      () => ({ isImmediate: true, reason }),
    ],
    ['an undo', 'DELETE', (id: number) => `/admin/users/${id}/erasure`, () => undefined],
  ] as const)('by %s', async (_, method, pathOf, bodyOf) => {
    const id = await createErased();
    const before = await stateOf(id);
    const body = bodyOf(id);
    const refused = await call(method, pathOf(id), { token, ...(body && { body }) });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This account was deleted, which is for good.',
    ]);
    expect(await stateOf(id)).toEqual(before);
  });

  test('by a list of accounts', async () => {
    const accountId = await createErased();
    const staff = await asOwner();
    const what = { action: 'BAN', endTime: new Date('2099-12-03') } as const;
    await expect(
      db.transaction((tx) => perform(tx, staff, { what, accountId, reason })),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('by a role', async () => {
    const id = await createErased();
    const role = await createRole(portal, owner, ['news']);
    const refused = await applyRole(portal, owner, role, { accounts: [id] });
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      `Account ${id} was deleted. Nothing was changed.`,
    ]);
  });

  test('by the recovery of owners', async () => {
    const id = await createErased();
    const before = await stateOf(id);
    await expect(recoverOwner(db, { name: `deleted-${id}`, isPromoted: true })).rejects.toThrow(
      'was deleted',
    );
    expect(await stateOf(id)).toEqual(before);
  });
});

test('orders and deliveries of an erased account can still be settled', async () => {
  const accountId = await createErased();
  const right = { section: 'orders', accountId, givesValue: true } as const;
  const staff = await asOwner();
  await expect(requireRight(db, staff, right)).rejects.toMatchObject({ code: 'conflict' });
  await expect(requireRight(db, staff, { ...right, mayBeErased: true })).resolves.toBeUndefined();
});
