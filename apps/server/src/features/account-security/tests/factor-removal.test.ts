import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { factorRemovals } from '#features/factors/factors.tables.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  signIn,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';
import { updateUser } from '#test/edited-users.ts';
import {
  addTotp,
  attemptFactor,
  codeOf,
  createPlayerWithTotp,
  forgetUsedCodes,
  letSudoEnd,
  planRemoval,
  signInWithTotp,
  startSignIn,
} from '#test/factor-journeys.ts';
import { removeNextDueFactors } from '#features/account-security/due-removals.service.ts';

const portal = await usePortal();
const { call, parts } = portal;
const { db } = parts;

const pathOf = (id: number) => `/admin/users/${id}/factor-removal`;
const body = { reason: 'Lost their phone' };
const lastMailOf = async (accountId: number) =>
  (await db.select().from(mails).where(eq(mails.accountId, accountId)).orderBy(desc(mails.createdAt)))[0];

async function removeAllDue(): Promise<void> {
  while (await removeNextDueFactors(parts));
}

const planAs = async (token: string, id: number) => {
  const response = await call('POST', pathOf(id), { token, body });
  return response.statusCode === 200 ? 'planned' : response.json().message;
};

describe('staff of users', () => {
  test('plan a removal in 48 hours, which the account reads in a mail at once', async () => {
    const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
    const response = await call('POST', pathOf(player.id), { token: staff.token, body });
    expect(response.statusCode).toBe(200);
    const hours = (Date.parse(response.json().dueAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48.1);
    expect(await lastMailOf(player.id)).toMatchObject({ kind: 'factor-removal' });
    expect((await call('GET', '/user/factors', { token: player.token })).json()).toMatchObject({
      removalDueAt: response.json().dueAt,
    });
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.accountId, player.id));
    expect(entry).toMatchObject({ kind: 'user.plan_factor_removal', reason: body.reason, staffId: staff.id });
  });

  test('do not move a removal by planning it again, and stop it', async () => {
    const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
    const plan = () => call('POST', pathOf(player.id), { token: staff.token, body });
    const first = (await plan()).json();
    expect((await plan()).json()).toEqual(first);
    const stop = () => call('DELETE', pathOf(player.id), { token: staff.token });
    expect([(await stop()).statusCode, (await stop()).statusCode]).toEqual([204, 204]);
    expect(await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, player.id))).toEqual([]);
  });

  test('plan none for an account without a factor, nor for one that outranks them, nor without sudo', async () => {
    const staff = await createStaff(portal, ['users']);
    const plain = await createSignedInPlayer(portal);
    const owner = await addTotp(portal, await createOwner(portal));
    const player = await createPlayerWithTotp(portal);
    const plan = async (id: number) =>
      (await call('POST', pathOf(id), { token: staff.token, body })).json().code;
    expect(await plan(plain.id)).toBe('conflict');
    expect(await plan(owner.id)).toBe('forbidden');
    await letSudoEnd(portal, staff.token);
    expect(await plan(player.id)).toBe('sudo_required');
  });

  test('of parallel plans one is recorded', async () => {
    const player = await createPlayerWithTotp(portal);
    const staff = await Promise.all([0, 1, 2].map(() => createStaff(portal, ['users'])));
    const answers = await Promise.all(
      staff.map(({ token }) => call('POST', pathOf(player.id), { token, body })),
    );
    expect(new Set(answers.map((answer) => answer.json().dueAt)).size).toBe(1);
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.accountId, player.id));
    expect(entries).toHaveLength(1);
  });
});

describe('staff who are no owner', () => {
  test('do not remove the factors of colleagues', async () => {
    const [staff, colleague] = [
      await createStaff(portal, ['users', 'news']),
      await addTotp(portal, await createStaff(portal, ['news'])),
    ];
    expect(await planAs(staff.token, colleague.id)).toBe(
      'Only an owner can remove the second factors of staff.',
    );
    const owner = await createOwner(portal);
    expect(await planAs(owner.token, colleague.id)).toBe('planned');
  });

  test('plan none within seven days of a change of the address by staff', async () => {
    const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
    const move = { email: `${uniqueName()}@example.org` };
    expect((await updateUser(portal, staff, player.id, move)).statusCode).toBe(200);
    expect(await planAs(staff.token, player.id)).toContain(
      'changed the email of this account in the last 7 days',
    );
    expect(await planAs((await createOwner(portal)).token, player.id)).toBe('planned');
  });

  test('end a planned removal when they change the address', async () => {
    const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
    expect(await planAs(staff.token, player.id)).toBe('planned');
    await updateUser(portal, staff, player.id, { email: `${uniqueName()}@example.org` });
    expect(await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, player.id))).toEqual([]);
  });

  test('who plan a removal and change the address at once end with no removal', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
      const move = { email: `${uniqueName()}@example.org` };
      await Promise.all([planAs(staff.token, player.id), updateUser(portal, staff, player.id, move)]);
      const planned = await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, player.id));
      expect(planned).toEqual([]);
    }
  });
});

describe('a removal', () => {
  test('is mailed to an address that was never confirmed as well, at both times', async () => {
    const [staff, player] = [await createStaff(portal, ['users']), await createPlayerWithTotp(portal)];
    await db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, player.id));
    await call('POST', pathOf(player.id), { token: staff.token, body });
    expect(await lastMailOf(player.id)).toMatchObject({ kind: 'factor-removal', recipient: player.email });
    await db
      .update(factorRemovals)
      .set({ dueAt: sql`now()` })
      .where(eq(factorRemovals.accountId, player.id));
    await removeAllDue();
    expect(await lastMailOf(player.id)).toMatchObject({ kind: 'factor-changed', recipient: player.email });
  });

  test('that is due removes every factor, is recorded and mailed', async () => {
    const player = await createPlayerWithTotp(portal);
    await planRemoval(portal, player.id, 0);
    await removeAllDue();
    expect((await call('GET', '/user/factors', { token: player.token })).json()).toMatchObject({
      totpSince: null,
      recoveryCodesLeft: 0,
      removalDueAt: null,
    });
    expect(await lastMailOf(player.id)).toMatchObject({
      kind: 'factor-changed',
      parameters: { change: 'removed', factor: 'all' },
    });
    expect(await signIn(portal, player)).toMatchObject({ userName: player.username });
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.accountId, player.id));
    expect(entry).toMatchObject({ kind: 'user.remove_factors', reason: 'Lost' });
  });

  test('that is not due changes nothing', async () => {
    const player = await createPlayerWithTotp(portal);
    await planRemoval(portal, player.id, 1);
    await removeAllDue();
    expect((await startSignIn(portal, player)).methods).toEqual(['totp', 'recovery_code']);
  });

  test('is stopped by a sign-in with a factor', async () => {
    const player = await createPlayerWithTotp(portal);
    await planRemoval(portal, player.id, 1);
    await signInWithTotp(portal, player);
    expect(await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, player.id))).toEqual([]);
  });

  test('is not stopped by a password or a wrong code', async () => {
    const player = await createPlayerWithTotp(portal);
    await planRemoval(portal, player.id, 1);
    const { factorToken } = await startSignIn(portal, player);
    await attemptFactor(portal, { factorToken, code: 'aaaa-aaaa-aaaa-aaaa' });
    expect(
      await db.select().from(factorRemovals).where(eq(factorRemovals.accountId, player.id)),
    ).toHaveLength(1);
  });

  test('that is due and a sign-in with a factor at once end with one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const player = await createPlayerWithTotp(portal);
      const { factorToken } = await startSignIn(portal, player);
      await planRemoval(portal, player.id, 0);
      await forgetUsedCodes(portal, player.id);
      const [answer] = await Promise.all([
        attemptFactor(portal, { factorToken, code: codeOf(player.secret) }),
        removeAllDue(),
      ]);
      const { totpSince } = (await call('GET', '/user/factors', { token: player.token })).json();
      expect([200, 403]).toContain(answer.statusCode);
      // Who signed in with the factor still has it.
      expect(totpSince === null).toBe(answer.statusCode === 403);
    }
  });
});
