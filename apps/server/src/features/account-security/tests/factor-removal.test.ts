import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { factorRemovals } from '#features/factors/factors.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createOwner, createSignedInPlayer, createStaff, signIn, usePortal } from '#test/account-journeys.ts';
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

describe('a removal', () => {
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
