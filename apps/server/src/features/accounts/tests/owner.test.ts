import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPortal, type Portal, registerPlayer, signIn } from '#test/account-journeys.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { ensureOwner } from '#features/accounts/owner.service.ts';

let portal: Portal;
beforeEach(async () => {
  portal = await createPortal();
});
afterEach(() => portal.close());

const OWNER = { name: 'gatekeeper', email: 'owner@example.com', password: undefined };
const ensure = (owner: Parameters<typeof ensureOwner>[2] = OWNER) =>
  ensureOwner(portal.parts.db, portal.parts.passwords, owner);

test('the first start creates an owner with a random password, printed once', async () => {
  const password = await ensure();

  expect(password).toMatch(/^[A-Za-z0-9_-]{20}$/);
  const session = await signIn(portal, { username: 'gatekeeper', password: password ?? '' });
  expect(session).toMatchObject({ privilege: 32, webMgt: 304_250_263_527_210 });
  const profile = await portal.call('GET', '/user/profile', { token: session.accessToken });
  expect(profile.json()).toMatchObject({ isEmailConfirmed: true, webMgt: 304_250_263_527_210 });
  expect(await ensure()).toBeUndefined();
});

test('a configured password is used and not printed', async () => {
  expect(await ensure({ ...OWNER, password: 'given password' })).toBeUndefined();
  const session = await signIn(portal, { username: 'gatekeeper', password: 'given password' });
  expect(session.privilege).toBe(32);
});

test('concurrent starts create one owner', async () => {
  const passwords = await Promise.all([
    ensure(),
    ensure({ ...OWNER, name: 'other', email: 'o@example.com' }),
    ensure(),
  ]);
  expect(passwords.filter((password) => password !== undefined)).toHaveLength(1);
  const owners = await portal.parts.db.select().from(accounts).where(eq(accounts.permission, 32));
  expect(owners).toHaveLength(1);
});

test('a player with the owner’s name does not become owner', async () => {
  await registerPlayer(portal, { username: 'Gatekeeper' });
  await expect(ensure()).rejects.toThrow('OWNER_NAME (gatekeeper)');
});
