import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  usePortal,
  createSignedInPlayer,
  PASSWORD,
  receivedMail,
  registerPlayer,
  signIn,
  tokenIn,
  uniqueName,
} from '#test/account-journeys.ts';
import { accountTokens } from '#features/account-mails/account-tokens.tables.ts';

const portal = await usePortal({ isWorker: true });

const newAddress = () => `${uniqueName()}@example.net`;

const request = (token: string, newEmail: unknown, currentPassword: unknown = PASSWORD) =>
  portal.call('POST', '/user/change-email', { token, body: { currentPassword, newEmail } });
const open = (token: string) => portal.call('GET', `/auth/change-email/${token}`);
const linkTo = async (to: string) =>
  tokenIn(await receivedMail(portal.parts.db, { to, subject: /new email address/ }));
const profile = async (token: string) => (await portal.call('GET', '/user/profile', { token })).json();

const CHANGED = '/profile?message=email_changed';
const INVALID = '/profile?error=email_change_link_invalid';
const TAKEN = '/profile?error=email_taken';

describe('changing the e-mail address', () => {
  test('happens when the link in the mail to the new address is opened', async () => {
    const player = await createSignedInPlayer(portal);
    const newEmail = newAddress();

    const asked = await request(player.token, newEmail);

    expect(asked.json()).toEqual({
      message:
        'Email change request submitted successfully. Please check your new email address for a confirmation link to finalize the change.',
    });
    const token = await linkTo(newEmail);
    expect(await profile(player.token)).toMatchObject({ email: player.email });
    const opened = await open(token);
    expect([opened.statusCode, opened.headers.location]).toEqual([302, CHANGED]);
    expect(await profile(player.token)).toMatchObject({ email: newEmail, isEmailConfirmed: true });
    await expect(signIn(portal, { ...player, username: newEmail })).resolves.toBeTruthy();
  });

  test('tells the old address, without giving the new one away', async () => {
    const player = await createSignedInPlayer(portal);
    const newEmail = newAddress();
    await request(player.token, newEmail);
    await open(await linkTo(newEmail));
    const notice = await receivedMail(portal.parts.db, { to: player.email, subject: /was changed/ });
    expect(notice.bodyText).toContain(`${newEmail[0]}***@example.net`);
    expect(notice.bodyText).not.toContain(newEmail);
  });

  test('happens once, and opening the link again succeeds', async () => {
    const player = await createSignedInPlayer(portal);
    const newEmail = newAddress();
    await request(player.token, newEmail);
    const token = await linkTo(newEmail);
    const opened = await Promise.all([open(token), open(token)]);
    expect(opened.map(({ headers }) => headers.location)).toEqual([CHANGED, CHANGED]);
    expect((await open(token)).headers.location).toBe(CHANGED);
  });

  test('sends one address at most five mails an hour, across all accounts', async () => {
    const stranger = newAddress();
    const players = await Promise.all(Array.from({ length: 7 }, () => createSignedInPlayer(portal)));
    const asked = await Promise.all(
      players.map(({ token }, n) => request(token, n % 2 === 0 ? stranger : stranger.toUpperCase())),
    );
    expect(asked.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(asked.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    const refused = players[asked.findIndex(({ statusCode }) => statusCode === 429)];
    // A refused wish leaves nothing behind, and another address is not concerned.
    expect((await request(refused?.token ?? '', newAddress())).statusCode).toBe(200);
  });

  test('uses the newest requested address', async () => {
    const player = await createSignedInPlayer(portal);
    const [first, second] = [newAddress(), newAddress()];
    await request(player.token, first);
    const firstToken = await linkTo(first);
    await request(player.token, second);
    const secondToken = await linkTo(second);

    expect((await open(firstToken)).headers.location).toBe(INVALID);
    expect((await open(secondToken)).headers.location).toBe(CHANGED);
    expect(await profile(player.token)).toMatchObject({ email: second });
  });

  test('needs the current password', async () => {
    const player = await createSignedInPlayer(portal);
    const response = await request(player.token, newAddress(), 'wrong password');
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'wrong_password' });
  });

  test('needs a session', async () => {
    const body = { currentPassword: PASSWORD, newEmail: newAddress() };
    expect((await portal.call('POST', '/user/change-email', { body })).statusCode).toBe(401);
  });

  test.each([
    ['newEmail', { newEmail: 'nobody', currentPassword: PASSWORD }],
    ['currentPassword', { newEmail: 'a@b.example', currentPassword: '' }],
    ['currentPassword', { newEmail: 'a@b.example' }],
  ])('is refused for a bad %s', async (field, body) => {
    const player = await createSignedInPlayer(portal);
    const response = await portal.call('POST', '/user/change-email', { token: player.token, body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('is refused for an address that is taken or unchanged', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await registerPlayer(portal);
    const taken = await request(player.token, other.email.toUpperCase());
    const own = await request(player.token, player.email.toUpperCase());
    expect([taken.statusCode, own.statusCode]).toEqual([409, 400]);
    expect(taken.json()).toMatchObject({ code: 'conflict', fields: { newEmail: expect.any(String) } });
  });

  test('goes to the first account that opens its link when two want one address', async () => {
    const wanted = newAddress();
    const players = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const tokens: string[] = [];
    for (const player of players) {
      await request(player.token, wanted);
      const mail = await receivedMail(portal.parts.db, {
        to: wanted,
        subject: /new email address/,
        containing: player.username,
      });
      tokens.push(tokenIn(mail));
    }

    const opened = await Promise.all(tokens.map(open));

    expect(new Set(opened.map(({ headers }) => headers.location))).toEqual(new Set([TAKEN, CHANGED]));
    const emails = await Promise.all(players.map(async ({ token }) => (await profile(token)).email));
    expect(emails.filter((email) => email === wanted)).toHaveLength(1);
  });

  test('is refused for a link that is expired or unknown', async () => {
    const player = await createSignedInPlayer(portal);
    const newEmail = newAddress();
    await request(player.token, newEmail);
    const token = await linkTo(newEmail);
    await portal.parts.db
      .update(accountTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accountTokens.accountId, player.id));
    const opened = await Promise.all([open(token), open('A'.repeat(43)), open('nonsense')]);
    expect(opened.map(({ headers }) => headers.location)).toEqual([INVALID, INVALID, INVALID]);
  });

  test('is cancelled by a password reset', async () => {
    const player = await createSignedInPlayer(portal);
    const newEmail = newAddress();
    await request(player.token, newEmail);
    const token = await linkTo(newEmail);
    await portal.call('POST', '/user/request-password-reset', { token: player.token });
    const resetToken = tokenIn(
      await receivedMail(portal.parts.db, { to: player.email, subject: /Reset your/ }),
    );
    const body = { newPassword: 'a wholly new password' };
    await portal.call('POST', `/auth/reset-password/${resetToken}`, { body });

    expect((await open(token)).headers.location).toBe(INVALID);
  });
});
