import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '#features/sessions/sessions.tables.ts';
import {
  attemptSignIn,
  createSignedInPlayer,
  PASSWORD,
  receivedMail,
  signIn,
  tokenIn,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { cookieOf, LOCKED, signInAttempts } from '#test/sign-in-attempts.ts';

const portal = await usePortal({ isWorker: true });
const { db } = portal.parts;
const { fail, statusOf } = signInAttempts(portal);

const NEW = 'a wholly new password';
const change = (token: string, body: object = {}, { call } = { call: portal.call }) =>
  call('POST', '/user/change-password', {
    token,
    body: { oldPassword: PASSWORD, newPassword: NEW, ...body },
  });
const isUsable = async (token: string) =>
  (await portal.call('GET', '/user/profile', { token })).statusCode === 200;

describe('changing the password', () => {
  test('ends every other session, and the old password opens nothing', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await signIn(portal, player);
    const answer = await change(player.token);
    expect(answer.json()).toEqual({ message: 'Password changed. Every other device was signed out.' });
    expect([await isUsable(player.token), await isUsable(other.accessToken)]).toEqual([true, false]);
    expect((await attemptSignIn(portal, player)).statusCode).toBe(401);
    await expect(signIn(portal, { ...player, password: NEW })).resolves.toBeTruthy();
    const mail = await receivedMail(db, { to: player.email, subject: /password was changed/ });
    expect(mail.bodyText).toContain('every other device was signed out');
    expect(mail.bodyText + mail.html).not.toContain(NEW);
  });

  test('asks for the old password, and changes nothing without it', async () => {
    const player = await createSignedInPlayer(portal);
    const refused = await change(player.token, { oldPassword: 'wrong password' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      refused.statusCode,
      { code: 'wrong_password', fields: { oldPassword: 'Your current password is not correct.' } },
    ]);
    expect(refused.statusCode).not.toBe(401);
    await expect(signIn(portal, player)).resolves.toBeTruthy();
  });

  test('refuses common passwords', async () => {
    const player = await createSignedInPlayer(portal);
    const refused = await change(player.token, { newPassword: 'password1' });
    expect(refused.json()).toMatchObject({
      code: 'validation_failed',
      fields: { newPassword: expect.any(String) },
    });
  });

  test('allows ten guesses of the old password an hour', async () => {
    const { token } = await createSignedInPlayer(portal);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => change(token, { oldPassword: 'wrong password' })),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
    expect((await change(token)).statusCode).toBe(429);
  });

  test('voids reset links', async () => {
    const player = await createSignedInPlayer(portal);
    await portal.call('POST', '/user/request-password-reset-unauth', { body: { email: player.email } });
    const token = tokenIn(await receivedMail(db, { to: player.email, subject: /Reset your/ }));
    await change(player.token);
    const body = { newPassword: 'chosen by the link' };
    expect((await portal.call('POST', `/auth/reset-password/${token}`, { body })).statusCode).toBe(400);
  });

  test("clears failed sign-ins, and knows only the caller's device", async () => {
    const player = await createSignedInPlayer(portal);
    expect(await fail({ identifier: player.username })).toEqual(LOCKED);
    const cookie = cookieOf(await change(player.token));
    await fail({ identifier: player.username });
    expect(await statusOf({ identifier: player.username, password: NEW })).toBe(429);
    expect(await statusOf({ identifier: player.username, password: NEW, cookie })).toBe(200);
  });

  test('leaves no session that was opened with the old password at the same time', async () => {
    const second = await useSecondProcess(portal);
    for (let round = 0; round < 4; round += 1) {
      const player = await createSignedInPlayer(portal);
      const [changed, ...signIns] = await Promise.all([
        change(player.token, {}, second),
        ...Array.from({ length: 8 }, () => attemptSignIn(portal, player)),
      ]);
      expect(changed.statusCode).toBe(200);
      expect(signIns.filter(({ statusCode }) => ![200, 401].includes(statusCode))).toEqual([]);
      const left = await db.select().from(sessions).where(eq(sessions.accountId, player.id));
      expect(left).toHaveLength(1);
      expect(await isUsable(player.token)).toBe(true);
    }
  });

  test('happens once when two devices ask at the same time', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await signIn(portal, player);
    const answers = await Promise.all([
      change(player.token, { newPassword: `${NEW} one` }),
      change(other.accessToken, { newPassword: `${NEW} two` }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await db.select().from(sessions).where(eq(sessions.accountId, player.id))).toHaveLength(1);
  });
});
