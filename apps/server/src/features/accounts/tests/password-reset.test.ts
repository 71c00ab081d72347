import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { localMailbox, mails } from '#features/mail/mail.tables.ts';
import {
  createPortal,
  usePortal,
  createSignedInPlayer,
  createUnconfirmedPlayer,
  PASSWORD,
  type Player,
  receivedMail,
  registerPlayer,
  settleOutbox,
  signIn,
  tokenIn,
  uniqueName,
} from '#test/account-journeys.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { accountTokens } from '#features/account-mails/account-tokens.tables.ts';

const portal = await usePortal({ isWorker: true });

const NEW_PASSWORD = 'a wholly new password';
const REQUESTED =
  'Password reset instructions have been sent to your email address. Please check your inbox (and spam folder).';

const request = (email: string) =>
  portal.call('POST', '/user/request-password-reset-unauth', { body: { email } });
const validate = (token: string) => portal.call('GET', `/auth/validate-reset-token/${token}`);
const reset = (token: string, newPassword: unknown = NEW_PASSWORD) =>
  portal.call('POST', `/auth/reset-password/${token}`, { body: { newPassword } });
const resetMail = ({ email }: Player) =>
  receivedMail(portal.parts.db, { to: email, subject: /Reset your .* password/ });

async function requestToken(player: Player): Promise<string> {
  await request(player.email);
  return tokenIn(await resetMail(player));
}

describe('asking for a reset', () => {
  test('answers the same for an unknown address, which gets no mail', async () => {
    const player = await registerPlayer(portal);
    const stranger = `${uniqueName()}@example.com`;

    const known = await request(player.email.toUpperCase());
    const unknown = await request(stranger);

    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(known.json()).toEqual({ message: REQUESTED });
    expect(unknown.json()).toEqual(known.json());
    expect(await validate(tokenIn(await resetMail(player)))).toMatchObject({ statusCode: 200 });
    await settleOutbox(portal);
    const received = await portal.parts.db
      .select()
      .from(localMailbox)
      .where(eq(localMailbox.recipient, stranger));
    expect(received).toEqual([]);
    const kept = await portal.parts.db.select().from(mails).where(eq(mails.recipient, stranger));
    expect(kept).toEqual([]);
  });

  test('does the same writes whether the account exists or not', async () => {
    const quiet = await createPortal();
    const player = await registerPlayer(quiet);
    const ask = (email: string) =>
      quiet.call('POST', '/user/request-password-reset-unauth', { body: { email } });
    await ask(player.email);
    await ask('nobody@example.com');
    const queued = await quiet.parts.db
      .select({ recipient: mails.recipient, accountId: mails.accountId })
      .from(mails)
      .where(eq(mails.kind, 'reset-password'));
    const { rows } = await quiet.parts.db.execute(sql`select count(*)::int as n from pgboss.job`);
    await quiet.close();
    expect(queued).toEqual([
      { recipient: player.email, accountId: null },
      { recipient: 'nobody@example.com', accountId: null },
    ]);
    // The confirmation of the account, and one for each request.
    expect(rows).toEqual([{ n: 3 }]);
  });

  test('sends three mails an hour to one account and answers the fourth request alike', async () => {
    const player = await registerPlayer(portal);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => request(player.email)));
    await settleOutbox(portal);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const received = await portal.parts.db
      .select({ subject: localMailbox.subject })
      .from(localMailbox)
      .where(and(eq(localMailbox.recipient, player.email), sql`${localMailbox.subject} like 'Reset%'`));
    expect(received).toHaveLength(3);
  });

  test('works for the account that is signed in, without an address', async () => {
    const player = await createSignedInPlayer(portal);
    const response = await portal.call('POST', '/user/request-password-reset', { token: player.token });
    expect(response.json()).toEqual({ message: REQUESTED });
    expect((await validate(tokenIn(await resetMail(player)))).statusCode).toBe(200);
    expect((await portal.call('POST', '/user/request-password-reset')).statusCode).toBe(401);
  });

  test('refuses an invalid address', async () => {
    const response = await request('nobody');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'Please enter a valid email address.' });
  });
});

describe('resetting', () => {
  const INVALID = { code: 'invalid_token', message: 'Invalid or expired password reset link.' };

  test('sets the password, ends every session and confirms nothing', async () => {
    const player = await createUnconfirmedPlayer(portal);
    const token = await requestToken(player);

    const response = await reset(token);

    expect(response.json()).toEqual({ message: 'Password reset successfully! You can now log in.' });
    const old = await portal.call('GET', '/user/profile', { token: player.token });
    expect(old.statusCode).toBe(401);
    await expect(signIn(portal, { ...player, password: PASSWORD })).rejects.toThrow('unauthenticated');
    const { accessToken } = await signIn(portal, { ...player, password: NEW_PASSWORD });
    const profile = await portal.call('GET', '/user/profile', { token: accessToken });
    expect(profile.json()).toMatchObject({ isEmailConfirmed: false });
  });

  test('works once per link, even for two concurrent requests', async () => {
    const player = await registerPlayer(portal);
    const token = await requestToken(player);

    const answers = await Promise.all([reset(token, 'first password'), reset(token, 'second password')]);

    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const winner = answers[0]?.statusCode === 200 ? 'first password' : 'second password';
    await expect(signIn(portal, { ...player, password: winner })).resolves.toBeTruthy();
    expect((await validate(token)).json()).toMatchObject(INVALID);
    expect((await reset(token)).json()).toMatchObject(INVALID);
  });

  test('accepts one of two concurrent links of an account and voids the other', async () => {
    const player = await registerPlayer(portal);
    const first = await requestToken(player);
    await portal.parts.db.delete(localMailbox).where(eq(localMailbox.recipient, player.email));
    const second = await requestToken(player);

    const answers = await Promise.all([reset(first), reset(second)]);

    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('is refused for a link that is unknown, malformed, expired or was sent to a former address', async () => {
    const expired = await registerPlayer(portal);
    const moved = await registerPlayer(portal);
    const expiredToken = await requestToken(expired);
    const movedToken = await requestToken(moved);
    const { db } = portal.parts;
    await db
      .update(accountTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(accountTokens.accountId, expired.id));
    await db
      .update(accounts)
      .set({ email: `new-${moved.email}` })
      .where(eq(accounts.id, moved.id));

    for (const token of [expiredToken, movedToken, 'A'.repeat(43), 'nonsense']) {
      const [check, use] = await Promise.all([validate(token), reset(token)]);
      expect([check.statusCode, use.statusCode]).toEqual([400, 400]);
      expect(check.json()).toMatchObject(INVALID);
      expect(use.json()).toMatchObject(INVALID);
    }
  });

  test.each(['12345', 'x'.repeat(129), 'with\nline breaks', null])(
    'is refused for the password %j, and the link still works',
    async (bad) => {
      const player = await registerPlayer(portal);
      const token = await requestToken(player);
      expect((await reset(token, bad)).json()).toMatchObject({
        code: 'validation_failed',
        fields: { newPassword: expect.any(String) },
      });
      expect((await validate(token)).json()).toEqual({ valid: true });
    },
  );

  test('refuses another kind of link', async () => {
    const player = await registerPlayer(portal);
    const mail = await receivedMail(portal.parts.db, { to: player.email, subject: /Confirm/ });
    expect((await reset(tokenIn(mail))).json()).toMatchObject(INVALID);
  });
});

test('a reset to a common password is refused, and the link still works', async () => {
  const player = await registerPlayer(portal);
  const token = await requestToken(player);
  const refused = await reset(token, 'Password123');
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ fields: { newPassword: expect.stringMatching(/too common/) } });
  expect((await reset(token, player.username)).statusCode).toBe(400);
  expect((await reset(token)).statusCode).toBe(200);
});

test('a common password that was chosen before still signs in', async () => {
  const player = await registerPlayer(portal);
  const passwordHash = await portal.parts.passwords.hash('123456');
  await portal.parts.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, player.id));
  expect(await signIn(portal, { ...player, password: '123456' })).toMatchObject({ accountDBID: player.id });
});
