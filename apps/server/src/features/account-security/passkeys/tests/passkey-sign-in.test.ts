import type { SignIn } from '@waygate/contract/sessions/sessions.schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passkeys } from '#features/factors/passkeys.tables.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { knownDevices } from '#features/sessions/known-devices.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import {
  attemptSignIn,
  createOwner,
  createSignedInPlayer,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { networkOf } from '#platform/http/address.ts';
import { attemptPasskeySignIn, useAuthenticator } from '#test/passkey-journeys.ts';
import { createAuthenticator, type Deviation } from '#test/software-authenticator.ts';

const { log, lines } = captureLog();
const portal = await usePortal({ log });
const { call } = portal;
const { db } = portal.parts;

async function createPlayerWithPasskey(authenticator = createAuthenticator()) {
  const player = await createSignedInPlayer(portal);
  return { player, ...(await useAuthenticator(portal, player, authenticator)) };
}

const sessionsOf = (accountId: number) => db.select().from(sessions).where(eq(sessions.accountId, accountId));
const refusalsOf = async (accountId: number) =>
  (
    await db.execute(sql`
      select from sign_ins where account_id = ${accountId} and outcome = 'wrong_code' and method like 'passkey%'`)
  ).rowCount;
/** As its player sees it. */
const newestSignIn = async (token: string) =>
  (await call('GET', '/user/sign-ins', { token })).json<{ signIns: SignIn[] }>().signIns[0];
const startSignIn = async () => (await call('POST', '/auth/passkey/options', { body: {} })).json();

describe('a passkey alone', () => {
  test('opens a session, records the sign-in and makes the browser known', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();

    const answer = await attemptPasskeySignIn(portal, authenticator);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      accountDBID: player.id,
      userName: player.username,
    });
    const { accessToken: token } = answer.json();
    expect((await call('GET', '/user/profile', { token })).statusCode).toBe(200);
    expect(await newestSignIn(token)).toMatchObject({ outcome: 'signed_in', method: 'passkey_alone' });
    expect(answer.cookies).toMatchObject([{ name: 'waygate_device' }]);
    const [passkey] = await db.select().from(passkeys).where(eq(passkeys.accountId, player.id));
    expect(passkey).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) });
  });

  test('is asked of any account, so the options name none, and a verified user is required', async () => {
    const options = await startSignIn();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  test('keeps one device for a browser that has its cookie', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const first = await attemptPasskeySignIn(portal, authenticator);
    const cookie = `waygate_device=${first.cookies[0]?.value}`;
    const before = await db.select().from(knownDevices).where(eq(knownDevices.accountId, player.id));
    const again = await attemptPasskeySignIn(portal, authenticator, { cookie });
    const after = await db.select().from(knownDevices).where(eq(knownDevices.accountId, player.id));
    expect(again.cookies[0]?.value).toBe(first.cookies[0]?.value);
    expect(after).toHaveLength(before.length);
  });

  test('works without a counter, as passkeys of phones have none', async () => {
    const { authenticator } = await createPlayerWithPasskey(createAuthenticator({ countsUses: false }));
    const answers = [
      await attemptPasskeySignIn(portal, authenticator),
      await attemptPasskeySignIn(portal, authenticator),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another domain', { rpId: 'example.com' }],
    ['another key', { isForged: true }],
    ['nobody who was verified', { isUnverified: true }],
    ['another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ])('is refused from %s, and opens nothing', async (_, deviation) => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const before = await sessionsOf(player.id);
    const answer = await attemptPasskeySignIn(portal, authenticator, { deviation });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 'unauthenticated',
      message: "This passkey doesn't open an account here. Sign in another way.",
    });
    expect(await sessionsOf(player.id)).toHaveLength(before.length);
  });

  test('is refused like an unknown one once it is removed', async () => {
    const { player, authenticator, passkeyId } = await createPlayerWithPasskey();
    const options = await startSignIn();
    await call('DELETE', `/user/factors/passkeys/${passkeyId}`, { token: player.token });
    const removed = await call('POST', '/auth/passkey', { body: { response: authenticator.get(options) } });
    const stranger = createAuthenticator();
    stranger.create({ challenge: '', rp: { id: 'localhost' }, user: { id: 'AAAA' } });
    const unknown = await attemptPasskeySignIn(portal, stranger);
    const { requestId: _r, ...first } = removed.json();
    const { requestId: _u, ...second } = unknown.json();
    expect(removed.statusCode).toBe(401);
    expect(first).toEqual(second);
  });

  test('answers a challenge of ours, of this purpose, within five minutes, once', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const foreign = await attemptPasskeySignIn(portal, authenticator, {
      deviation: { challenge: Buffer.alloc(32).toString('base64url') },
    });
    const sudo = await call('POST', '/user/sudo/passkey/options', { token: player.token });
    const ofSudo = await call('POST', '/auth/passkey', {
      body: { response: authenticator.get(sudo.json()) },
    });
    const late = await startSignIn();
    await db.execute(sql`update passkey_challenges set expires_at = now() where purpose = 'sign_in'`);
    const tooLate = await call('POST', '/auth/passkey', { body: { response: authenticator.get(late) } });
    const response = authenticator.get(await startSignIn());
    const first = await call('POST', '/auth/passkey', { body: { response } });
    const replayed = await call('POST', '/auth/passkey', { body: { response } });

    expect([foreign, ofSudo, tooLate, first, replayed].map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 400, 200, 400,
    ]);
    expect(replayed.json().message).toBe('This took too long, or was answered already. Please start again.');
  });

  test('opens one session, whatever number of processes get the same answer', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const second = await useSecondProcess(portal);
    const before = await sessionsOf(player.id);
    const response = authenticator.get(await startSignIn());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? portal : second).call('POST', '/auth/passkey', { body: { response } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(11).fill(400),
    ]);
    expect(await sessionsOf(player.id)).toHaveLength(before.length + 1);
  });

  test('with a count that went back is refused, and logged', async () => {
    const { player, authenticator, passkeyId } = await createPlayerWithPasskey();
    await attemptPasskeySignIn(portal, authenticator, { deviation: { counter: 41 } });
    const statuses: number[] = [];
    for (const counter of [41, 7, 0, 42]) {
      const answer = await attemptPasskeySignIn(portal, authenticator, { deviation: { counter } });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 200]);
    expect(await refusalsOf(player.id)).toBe(3);
    expect(
      lines().filter(
        ({ msg, level, accountId }) => level === 40 && accountId === player.id && /counted back/.test(msg),
      ),
    ).toMatchObject([
      { passkeyId, stored: 41, counter: 41 },
      { passkeyId, stored: 41, counter: 7 },
      { passkeyId, stored: 41, counter: 0 },
    ]);
  });

  test('opens one session for two answers of a copied passkey with one count, at once', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const before = await sessionsOf(player.id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => attemptPasskeySignIn(portal, authenticator, { deviation: { counter: 5 } })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ]);
    expect(await sessionsOf(player.id)).toHaveLength(before.length + 1);
  });

  test('removed at the same time opens a session before or none', async () => {
    const { player, authenticator, passkeyId } = await createPlayerWithPasskey();
    const [signedIn, removed] = await Promise.all([
      attemptPasskeySignIn(portal, authenticator),
      call('DELETE', `/user/factors/passkeys/${passkeyId}`, { token: player.token }),
    ]);
    expect(removed.statusCode).toBe(204);
    expect([200, 401]).toContain(signedIn.statusCode);
    expect((await attemptPasskeySignIn(portal, authenticator)).statusCode).toBe(401);
  });

  test('opens nothing for a banned account, and says why', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const before = await sessionsOf(player.id);
    await db.insert(bans).values({ accountId: player.id, description: 'Used a bot' });
    const answer = await attemptPasskeySignIn(portal, authenticator);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'account_banned',
      message: 'This account is banned permanently. Reason: Used a bot',
    });
    expect(await sessionsOf(player.id)).toHaveLength(before.length);
  });

  test('opens nothing from a banned address, except for owners', async () => {
    const address = '198.51.100.77';
    const { player, authenticator } = await createPlayerWithPasskey();
    const owner = await createOwner(portal);
    const ofOwner = await useAuthenticator(portal, owner);
    const other = await createSignedInPlayer(portal);
    await db
      .insert(bans)
      .values({ accountId: other.id, network: networkOf(address), ip: address, description: 'Used a bot' });
    const answers = [
      await attemptPasskeySignIn(portal, authenticator, { address }),
      await attemptPasskeySignIn(portal, ofOwner.authenticator, { address }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 200]);
    expect(answers[0]?.body).not.toContain('bot');
    expect(await sessionsOf(player.id)).toHaveLength(1);
  });

  test('waits for a ban that is being written, and then opens nothing', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const before = await sessionsOf(player.id);
    const response = authenticator.get(await startSignIn());
    const answer = await db.transaction(async (tx) => {
      await tx.select().from(accounts).where(eq(accounts.id, player.id)).for('no key update');
      const signingIn = call('POST', '/auth/passkey', { body: { response } });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.insert(bans).values({ accountId: player.id, description: 'Used a bot' });
      return { signingIn };
    });
    expect((await answer.signingIn).statusCode).toBe(403);
    expect(await sessionsOf(player.id)).toHaveLength(before.length);
  });

  test.each([
    {},
    { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } },
    {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
  ])('is refused when its answer is %j', async (response) => {
    const answer = await call('POST', '/auth/passkey', { body: { response } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request']);
  });

  test('is refused with garbage in place of what was signed', async () => {
    const { authenticator } = await createPlayerWithPasskey();
    for (const field of ['authenticatorData', 'signature'] as const) {
      for (const garbage of ['AAAA', 'oA', '_'.repeat(400)]) {
        const response = authenticator.get(await startSignIn());
        response.response[field] = garbage;
        const answer = await call('POST', '/auth/passkey', { body: { response } });
        expect([field, answer.statusCode]).toEqual([field, 401]);
      }
    }
  });
});

async function startSignInOf(player: { username: string; password: string }) {
  const answer = await attemptSignIn(portal, player);
  return answer.json<{ factorToken: string; methods: string[] }>();
}

describe('a passkey as the second step', () => {
  test('is asked for after the password, which alone opens nothing', async () => {
    const { player } = await createPlayerWithPasskey();
    const due = await startSignInOf(player);
    expect(due).toEqual({ factorToken: expect.any(String), methods: ['passkey', 'recovery_code'] });
    const options = await call('POST', '/auth/passkey/options', { body: { factorToken: due.factorToken } });
    expect(options.json()).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ type: 'public-key', transports: ['hybrid', 'internal'] }],
    });
  });

  test('opens the session, also by a key that verifies nobody', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const { factorToken } = await startSignInOf(player);
    const answer = await attemptPasskeySignIn(portal, authenticator, {
      factorToken,
      deviation: { isUnverified: true },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ accountDBID: player.id });
    const { accessToken } = answer.json();
    expect(await newestSignIn(accessToken)).toMatchObject({
      outcome: 'signed_in',
      method: 'passkey_second_step',
    });
    const again = await attemptPasskeySignIn(portal, authenticator, { factorToken });
    expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_token']);
  });

  test('opens the session while strangers have used up the guesses of codes', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    for (let guess = 0; guess < 11; guess += 1) {
      await portal.parts.db.execute(sql`delete from rate_limits where key like 'sign-in %'`);
      const body = { factorToken: (await startSignInOf(player)).factorToken, code: 'aaaa-bbbb-cccc-dddd' };
      const { statusCode } = await call('POST', '/auth/login/factor', { body });
      expect(statusCode).toBe(guess < 10 ? 403 : 429);
    }
    await portal.parts.db.execute(sql`delete from rate_limits where key like 'sign-in %'`);
    const { factorToken } = await startSignInOf(player);
    expect((await attemptPasskeySignIn(portal, authenticator, { factorToken })).statusCode).toBe(200);
  });

  test('is refused from another account, whose passkey is as good elsewhere', async () => {
    const { player } = await createPlayerWithPasskey();
    const other = await createPlayerWithPasskey();
    const { factorToken } = await startSignInOf(player);
    const options = (await call('POST', '/auth/passkey/options', { body: { factorToken } })).json();
    const response = other.authenticator.get({ ...options, allowCredentials: undefined });
    const answer = await call('POST', '/auth/passkey', { body: { factorToken, response } });
    expect(answer.statusCode).toBe(401);
    expect(await refusalsOf(player.id)).toBe(1);
  });

  test('answers the challenge of its account: neither one for a sign-in alone nor of another account', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const { factorToken } = await startSignInOf(player);
    const alone = authenticator.get(await startSignIn());
    const ofAlone = await call('POST', '/auth/passkey', { body: { factorToken, response: alone } });
    const options = (await call('POST', '/auth/passkey/options', { body: { factorToken } })).json();
    const asAlone = await call('POST', '/auth/passkey', { body: { response: authenticator.get(options) } });
    expect([ofAlone.statusCode, asAlone.statusCode]).toEqual([400, 400]);
  });

  test('gives a stranger nothing: an unknown token gets no options', async () => {
    const answer = await call('POST', '/auth/passkey/options', { body: { factorToken: 'x'.repeat(43) } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_token']);
  });

  test('opens one session, whatever number of processes get the same answer', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const second = await useSecondProcess(portal);
    const before = await sessionsOf(player.id);
    const { factorToken } = await startSignInOf(player);
    const options = (await call('POST', '/auth/passkey/options', { body: { factorToken } })).json();
    const response = authenticator.get(options);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? portal : second).call('POST', '/auth/passkey', {
          body: { factorToken, response },
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await sessionsOf(player.id)).toHaveLength(before.length + 1);
  });

  test('opens nothing after the password has changed in the meantime', async () => {
    const { player, authenticator } = await createPlayerWithPasskey();
    const { factorToken } = await startSignInOf(player);
    const options = (await call('POST', '/auth/passkey/options', { body: { factorToken } })).json();
    await db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, player.id));
    const answer = await call('POST', '/auth/passkey', {
      body: { factorToken, response: authenticator.get(options) },
    });
    expect(answer.statusCode).toBe(400);
  });
});
