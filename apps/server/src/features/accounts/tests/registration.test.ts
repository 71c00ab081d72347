import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createPasswords } from '#platform/auth/passwords.ts';
import { localMailbox, mails } from '#features/mail/mail.tables.ts';
import {
  usePortal,
  PASSWORD,
  randomAddress,
  receivedMail,
  registerPlayer,
  signIn,
  tokenIn,
  uniqueName,
} from '#test/account-journeys.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { accountTokens } from '#features/account-mails/account-tokens.tables.ts';

const portal = await usePortal({ isWorker: true, passwords: createPasswords() });

const readAccount = async (username: string) => {
  const [account] = await portal.parts.db.select().from(accounts).where(eq(accounts.userName, username));
  return account;
};

const mailTo = (to: string) => receivedMail(portal.parts.db, { to, subject: /Confirm your email/ });
const open = (token: string) => portal.call('GET', `/auth/confirm-email/${token}`);

describe('registration', () => {
  test('creates an account, stores only a password hash and mails a confirmation link', async () => {
    const username = uniqueName();
    const email = `${username}@Example.com`;

    const response = await portal.call('POST', '/auth/register', {
      body: { username, email, password: PASSWORD },
    });

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      message:
        'Registration successful! Please check your email to confirm your account. Redirecting to login...',
    });
    expect(await readAccount(username)).toMatchObject({
      email,
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/),
      emailConfirmedAt: null,
      permission: 0,
      webMgt: 1,
    });
    const mail = await receivedMail(portal.parts.db, { to: email, subject: /Confirm your email/ });
    expect(mail.html).toContain(`/api/auth/confirm-email/${tokenIn(mail)}`);
    expect(mail.html).toContain(username);
  });

  test.each([
    ['username', { username: 'a@b.example' }],
    ['username', { username: 'ab' }],
    ['username', { username: 'x'.repeat(21) }],
    ['email', { email: 'nobody' }],
    ['email', { email: 'a@b.example\u0000' }],
    ['password', { password: '12345' }],
    ['password', { password: 'x'.repeat(129) }],
    ['attribution.viewerId', { attribution: { viewerId: '?' } }],
  ])('is refused for a bad %s', async (field, bad) => {
    const username = uniqueName();
    const body = { username, email: `${username}@example.com`, password: PASSWORD, ...bad };

    const response = await portal.call('POST', '/auth/register', { body });

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
    expect(await readAccount(username)).toBeUndefined();
  });

  test.each([
    ['common', () => 'Iloveyou1'],
    ['the user name', (name: string) => name.toUpperCase()],
    ['the email address', (name: string) => `${name}@Example.com`],
    ['the mailbox', (name: string) => `box-${name}`],
  ])('is refused for a password that is %s', async (_, passwordOf) => {
    const username = uniqueName();
    const password = passwordOf(username);
    const email = password.startsWith('box') ? `${password}@example.com` : `${username}@example.com`;
    const response = await portal.call('POST', '/auth/register', { body: { username, email, password } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      message: 'Choose another password.',
      fields: { password: expect.stringMatching(/easy to guess/) },
    });
    expect(await readAccount(username)).toBeUndefined();
  });

  test('creates one account for twenty concurrent requests with one name, in any case', async () => {
    const name = uniqueName();
    const attempts = Array.from({ length: 20 }, (_, index) =>
      portal.call('POST', '/auth/register', {
        body: {
          username: index % 2 === 0 ? name : name.toUpperCase(),
          email: `${name}-${index}@example.com`,
          password: PASSWORD,
        },
      }),
    );

    const answers = await Promise.all(attempts);

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.json()).toMatchObject({
      code: 'conflict',
      message: 'This username is already taken.',
      fields: { username: 'This username is already taken.' },
    });
  });

  test('creates one account and one mail for twenty concurrent requests with one address', async () => {
    const email = `${uniqueName()}@example.com`;
    const attempts = Array.from({ length: 20 }, () =>
      portal.call('POST', '/auth/register', { body: { username: uniqueName(), email, password: PASSWORD } }),
    );

    const answers = await Promise.all(attempts);

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'conflict', fields: { email: expect.any(String) } });
    const queued = await portal.parts.db.select().from(mails).where(eq(mails.recipient, email));
    expect(queued).toHaveLength(1);
  });

  test('is rate limited per address', async () => {
    const answers = [];
    for (let attempt = 0; attempt < 21; attempt += 1) {
      answers.push(await portal.call('POST', '/auth/register', { body: {}, address: '203.0.113.9' }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(400), 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3000);
  });
});

describe('confirming the address', () => {
  const CONFIRMED = '/profile?message=email_confirmed';
  const INVALID = '/profile?error=confirmation_link_invalid';

  test('works by the link, also when it is opened twice', async () => {
    const player = await registerPlayer(portal);
    const token = tokenIn(await mailTo(player.email));

    const [first, ...others] = await Promise.all([open(token), open(token), open(token)]);

    expect(first.statusCode).toBe(302);
    expect([first, ...others].map(({ headers }) => headers.location)).toEqual(Array(3).fill(CONFIRMED));
    expect((await readAccount(player.username))?.emailConfirmedAt).toBeInstanceOf(Date);
    expect((await open(token)).headers.location).toBe(CONFIRMED);
  });

  test('refuses an unknown, malformed or expired link', async () => {
    const player = await registerPlayer(portal);
    const token = tokenIn(await mailTo(player.email));
    await portal.parts.db
      .update(accountTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accountTokens.accountId, player.id));

    const answers = await Promise.all([open(token), open('nonsense'), open('A'.repeat(43))]);

    expect(answers.map(({ headers }) => headers.location)).toEqual([INVALID, INVALID, INVALID]);
    expect((await readAccount(player.username))?.emailConfirmedAt).toBeNull();
  });

  test('can be requested again until the address is confirmed', async () => {
    const player = await registerPlayer(portal);
    const { accessToken } = await signIn(portal, player);
    await mailTo(player.email);
    await portal.parts.db.delete(localMailbox).where(eq(localMailbox.recipient, player.email));

    const again = await portal.call('POST', '/user/request-email-confirmation', { token: accessToken });

    expect(again.json()).toEqual({ message: 'Confirmation email sent!' });
    await open(tokenIn(await mailTo(player.email)));
    const late = await portal.call('POST', '/user/request-email-confirmation', { token: accessToken });
    expect(late.statusCode).toBe(409);
  });

  test('can only be requested with a session', async () => {
    const response = await portal.call('POST', '/user/request-email-confirmation');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

test.each(['confirm-email', 'change-email'])(
  'shows an error page when a link of a mail, %s, is opened too often',
  async (name) => {
    const address = randomAddress();
    const openLink = () => portal.call('GET', `/auth/${name}/nonsense`, { address });
    for (let calls = 0; calls < 60; calls += 1) expect((await openLink()).statusCode).toBe(302);
    const { statusCode, headers } = await openLink();
    expect(statusCode).toBe(302);
    const { pathname, searchParams } = new URL(String(headers.location), 'http://portal.test');
    expect(pathname).toBe('/profile');
    expect(searchParams.get('error')).toBe('too_many_requests');
  },
);
