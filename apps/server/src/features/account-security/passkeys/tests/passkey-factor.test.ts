import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { countAddedFactor } from '#features/factors/factors.ts';
import { recoveryCodes } from '#features/factors/factors.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import {
  attemptSignIn,
  createSignedInPlayer,
  type Player,
  receivedMail,
  signIn,
  until,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';
import { registerPasskey, useAuthenticator } from '#test/passkey-journeys.ts';

const portal = await usePortal({ isWorker: true });
const { call } = portal;
const { db } = portal.parts;

const codesOf = (accountId: number) =>
  db
    .select()
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId))
    .orderBy(recoveryCodes.codeHash);
const sessionsOf = (accountId: number) => db.select().from(sessions).where(eq(sessions.accountId, accountId));
const changesOf = async ({ id }: Pick<Player, 'id'>) => {
  const rows = await db
    .select({ parameters: mails.parameters })
    .from(mails)
    .where(eq(mails.accountId, id))
    .orderBy(mails.createdAt);
  return rows.flatMap(({ parameters }) => ('change' in (parameters as object) ? [parameters] : []));
};

describe('the first passkey of an account', () => {
  test('comes with ten recovery codes, ends the other sessions and is mailed', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await signIn(portal, player);

    const { recoveryCodes: codes } = await useAuthenticator(portal, player);

    expect(codes).toHaveLength(10);
    expect(await codesOf(player.id)).toHaveLength(10);
    expect((await call('GET', '/user/factors', { token: other.accessToken })).statusCode).toBe(401);
    expect((await call('GET', '/user/factors', { token: player.token })).statusCode).toBe(200);
    const mail = await receivedMail(db, { to: player.email, subject: /sign-in .* was changed/ });
    expect(mail.bodyText).toContain('You were signed out everywhere else.');
  });

  test('is listed with the factors', async () => {
    const player = await createSignedInPlayer(portal);
    const { passkeyId } = await useAuthenticator(portal, player);
    const factors = (await call('GET', '/user/factors', { token: player.token })).json();
    expect(factors).toMatchObject({
      totpSince: null,
      passkeyOrigin: 'http://localhost:3000',
      recoveryCodesLeft: 10,
      passkeys: [{ id: passkeyId, name: 'Laptop', lastUsedAt: null }],
    });
  });

  test('is one of two that are added at once: there is one set of codes', async () => {
    const player = await createSignedInPlayer(portal);
    const second = await useSecondProcess(portal);
    const answers = await Promise.all([registerPasskey(portal, player), registerPasskey(second, player)]);
    const given = answers.map(({ answer }) => answer.json().recoveryCodes);
    expect(answers.map(({ answer }) => answer.statusCode)).toEqual([200, 200]);
    expect(given.filter((codes) => codes !== null)).toHaveLength(1);
    expect(await codesOf(player.id)).toHaveLength(10);
  });
});

test('a sign-in by password that began before the first factor opens no session after it', async () => {
  const player = await createSignedInPlayer(portal);
  const slow = await useSecondProcess(portal, {
    ...portal.parts.passwords,
    verify: async (storedHash, password) => {
      const isRight = await portal.parts.passwords.verify(storedHash, password);
      await useAuthenticator(portal, player);
      return isRight;
    },
  });
  const answer = await attemptSignIn(slow, player);
  expect(answer.statusCode).toBe(401);
  expect(await sessionsOf(player.id)).toHaveLength(1);
});

test('a sign-in by password that waits for the first factor to be written opens no session', async () => {
  const player = await createSignedInPlayer(portal);
  const signingIn = await db.transaction(async (tx) => {
    await countAddedFactor(tx, player.id);
    const attempt = attemptSignIn(portal, player);
    await until(async () => (await countLockWaits(db)) > 0);
    return { attempt };
  });
  expect((await signingIn.attempt).statusCode).toBe(401);
  expect(await sessionsOf(player.id)).toHaveLength(1);
});

test('another passkey keeps recovery codes and sessions', async () => {
  const player = await createSignedInPlayer(portal);
  await useAuthenticator(portal, player);
  await db.execute(sql`
    insert into sessions (token_hash, account_id) values (sha256(${player.username}::bytea), ${player.id})`);
  const before = await codesOf(player.id);
  const second = await useAuthenticator(portal, player);
  expect(second.recoveryCodes).toBeNull();
  expect(await codesOf(player.id)).toEqual(before);
  expect(await sessionsOf(player.id)).toHaveLength(2);
  expect(await changesOf(player)).toEqual([
    { change: 'added', factor: 'passkey', name: expect.any(String), hasEndedSessions: true },
    { change: 'added', factor: 'passkey', name: expect.any(String), hasEndedSessions: false },
  ]);
});

test('recovery codes go with the last passkey and stay with any other', async () => {
  const player = await createSignedInPlayer(portal);
  const [first, second] = [await useAuthenticator(portal, player), await useAuthenticator(portal, player)];
  await call('DELETE', `/user/factors/passkeys/${first.passkeyId}`, { token: player.token });
  expect(await codesOf(player.id)).toHaveLength(10);
  await call('DELETE', `/user/factors/passkeys/${second.passkeyId}`, { token: player.token });
  expect(await codesOf(player.id)).toEqual([]);
  expect((await signIn(portal, player)).accessToken).toMatch(/^[\w-]{43}$/);
  await receivedMail(db, {
    to: player.email,
    subject: /sign-in .* was changed/,
    containing: 'passkey was removed',
  });
});

const forget = ({ id }: Player) =>
  db
    .update(sessions)
    .set({ verifiedAt: new Date(0) })
    .where(eq(sessions.accountId, id));

describe('sudo by a passkey', () => {
  test('lets sensitive actions through for fifteen minutes', async () => {
    const player = await createSignedInPlayer(portal);
    const { authenticator } = await useAuthenticator(portal, player);
    const { token } = player;
    await forget(player);
    const refused = await call('POST', '/user/factors/passkeys/options', { token });

    const options = await call('POST', '/user/sudo/passkey/options', { token });
    const proven = await call('POST', '/user/sudo/passkey', {
      token,
      body: { response: authenticator.get(options.json(), { isUnverified: true }) },
    });

    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sudo_required']);
    expect(options.json().allowCredentials).toHaveLength(1);
    expect(proven.statusCode).toBe(200);
    expect((Date.parse(proven.json().until) - Date.now()) / 60_000).toBeCloseTo(15, 0);
    expect((await call('POST', '/user/factors/passkeys/options', { token })).statusCode).toBe(200);
  });

  test('is refused with 403 for a passkey of another account, a forged one, and a second time', async () => {
    const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const { authenticator } = await useAuthenticator(portal, player);
    const ofOther = await useAuthenticator(portal, other);
    const { token } = player;
    await forget(player);
    const start = async () => (await call('POST', '/user/sudo/passkey/options', { token })).json();
    const confirm = (response: object) => call('POST', '/user/sudo/passkey', { token, body: { response } });

    const foreign = await confirm(
      ofOther.authenticator.get({ ...(await start()), allowCredentials: undefined }),
    );
    const forged = await confirm(authenticator.get(await start(), { isForged: true }));
    const answer = authenticator.get(await start());
    const [first, again] = [await confirm(answer), await confirm(answer)];

    expect([foreign, forged, first, again].map(({ statusCode }) => statusCode)).toEqual([403, 403, 200, 400]);
    expect(foreign.json().message).toBe('This passkey belongs to another account. Try another one.');
  });

  test('needs a passkey', async () => {
    const { token } = await createSignedInPlayer(portal);
    const answer = await call('POST', '/user/sudo/passkey/options', { token });
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Your account has no passkey.']);
  });
});

test('a use stops the planned removal of factors', async () => {
  const player = await createSignedInPlayer(portal);
  const { authenticator } = await useAuthenticator(portal, player);
  const plan = () =>
    db.execute(sql`
      insert into factor_removals (account_id, reason, due_at) values (${player.id}, 'Lost', now() + interval '2 days')`);
  const planned = async () =>
    (await db.execute(sql`select from factor_removals where account_id = ${player.id}`)).rowCount;
  await plan();
  const options = await call('POST', '/auth/passkey/options', { body: {} });
  await call('POST', '/auth/passkey', { body: { response: authenticator.get(options.json()) } });
  expect(await planned()).toBe(0);
  await plan();
  const sudo = await call('POST', '/user/sudo/passkey/options', { token: player.token });
  await call('POST', '/user/sudo/passkey', {
    token: player.token,
    body: { response: authenticator.get(sudo.json()) },
  });
  expect(await planned()).toBe(0);
});
