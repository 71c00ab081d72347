import { randomUUID } from 'node:crypto';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, bans } from '#features/identity/identity.ts';
import { auditEntries } from '#features/staff/staff.ts';
import {
  attemptSignIn,
  createOwner,
  type Player,
  registerPlayer,
  usePortal,
} from '#test/account-journeys.ts';
import { mintToken } from '#features/account-mails/account-mails.ts';
import { addTotp, createPlayerWithTotp, startSignIn } from '#test/factor-journeys.ts';
import { recoverOwner } from '#features/accounts/owner-recovery.service.ts';

const portal = await usePortal();
const { db } = portal.parts;
const NEW_PASSWORD = 'a password nobody has forgotten';

const resetWith = async (token: string) =>
  (await portal.call('POST', `/auth/reset-password/${token}`, { body: { newPassword: NEW_PASSWORD } }))
    .statusCode;
const signInAs = async ({ username }: Player) =>
  (await attemptSignIn(portal, { username, password: NEW_PASSWORD })).statusCode;
const auditOf = async ({ id }: Player) => {
  const entries = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, id))
    .orderBy(auditEntries.id);
  return entries.map(({ kind, reason }) => [kind, reason]);
};
const REASON = 'On the command line: waygate owner-recovery';

test('an owner without a password gets in by a link that works once, although a rogue owner banned the account', async () => {
  const owner = await createOwner(portal);
  await db.insert(bans).values({ accountId: owner.id, description: 'taken over' });
  const recovered = await recoverOwner(db, { name: owner.email.toUpperCase(), isPromoted: false });
  expect(recovered).toMatchObject({ userName: owner.username, liftedBans: 1, wasPromoted: false });
  expect(await resetWith(recovered.token)).toBe(200);
  expect(await resetWith(recovered.token)).toBe(400);
  expect(await signInAs(owner)).toBe(200);
  expect((await portal.call('GET', '/user/profile', { token: owner.token })).statusCode).toBe(401);
  expect(await auditOf(owner)).toEqual([
    ['user.unban', REASON],
    ['user.reset_link', REASON],
  ]);
});

test('a player becomes an owner only if that is asked for, and once by two at the same time', async () => {
  const player = await registerPlayer(portal);
  const asked = { name: player.username, isPromoted: false };
  await expect(recoverOwner(db, asked)).rejects.toThrow(`${player.username} is not an owner. --promote`);
  expect(await auditOf(player)).toEqual([]);
  const both = await Promise.all(
    [1, 2].map(() => recoverOwner(db, { name: player.username, isPromoted: true })),
  );
  expect(both.filter(({ wasPromoted }) => wasPromoted)).toHaveLength(1);
  const [account] = await db.select().from(accounts).where(eq(accounts.id, player.id));
  expect(account?.permission).toBe(OWNER_PERMISSION);
  // The link of the one that came first no longer works.
  const statuses = await Promise.all(both.map(({ token }) => resetWith(token)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('an unknown name is refused', async () => {
  await expect(recoverOwner(db, { name: 'Nobody', isPromoted: true })).rejects.toThrow(
    'There is no account with the name or e-mail Nobody.',
  );
});

test('an owner who lost the second factor too gets in by the password alone', async () => {
  const owner = await addTotp(portal, await createOwner(portal));
  const recovered = await recoverOwner(db, { name: owner.username, isPromoted: false });
  expect(recovered.hadFactors).toBe(true);
  expect(await resetWith(recovered.token)).toBe(200);
  const response = await attemptSignIn(portal, { username: owner.username, password: NEW_PASSWORD });
  expect(response.json()).toMatchObject({ accessToken: expect.any(String) });
  expect(await auditOf(owner)).toEqual([
    ['user.remove_factors', REASON],
    ['user.reset_link', REASON],
  ]);
});

test('the old password, its sessions and sign-ins that wait are over before the link is used', async () => {
  const owner = await addTotp(portal, await createOwner(portal));
  const { factorToken } = await startSignIn(portal, owner);
  const { token } = await recoverOwner(db, { name: owner.username, isPromoted: false });
  expect((await portal.call('GET', '/user/profile', { token: owner.token })).statusCode).toBe(401);
  expect((await attemptSignIn(portal, owner)).statusCode).toBe(401);
  const body = { factorToken, code: owner.recoveryCodes[0] ?? '' };
  expect((await portal.call('POST', '/auth/login/factor', { body })).statusCode).toBe(400);
  expect(await resetWith(token)).toBe(200);
  expect(await signInAs(owner)).toBe(200);
});

test('a reset by mail keeps second factors', async () => {
  const player = await createPlayerWithTotp(portal);
  const token = await db.transaction((tx) =>
    mintToken(tx, {
      accountId: player.id,
      purpose: 'reset_password',
      email: player.email,
      mailId: randomUUID(),
    }),
  );
  expect(await resetWith(token)).toBe(200);
  const response = await attemptSignIn(portal, { username: player.username, password: NEW_PASSWORD });
  expect(response.json()).toMatchObject({ methods: ['totp', 'recovery_code'] });
});
