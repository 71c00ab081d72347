import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { accountTokens } from '#features/account-mails/account-tokens.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import {
  createPortal,
  createUnconfirmedPlayer,
  receivedMail,
  registerPlayer,
  settleOutbox,
  signIn,
  tokenIn,
  uniqueName,
  until,
} from '#test/account-journeys.ts';
import type { Db } from '#platform/db/database.ts';
import { captureLog } from '#test/captured-log.ts';
import { startSmtpServer } from '#test/smtp-server.ts';

const FIRST = 'first-secret-Passw0rd';
const SECOND = 'second-secret-Passw0rd';
const WRONG = 'wrong-secret-Passw0rd';

test('no password, token or hash reaches the log, on success or failure', async () => {
  const captured = captureLog('trace');
  const portal = await createPortal({ isWorker: true, log: captured.log });
  const { call, parts } = portal;
  const secrets = new Set([FIRST, SECOND, WRONG]);
  const mailedToken = async (to: string, subject: RegExp) => {
    const token = tokenIn(await receivedMail(parts.db, { to, subject }));
    secrets.add(token);
    return token;
  };

  const player = await registerPlayer(portal, { password: FIRST });
  await call('POST', '/auth/register', { body: { ...player, email: 'x@example.com' } });
  await call('POST', '/auth/register', { body: { username: '?', email: '?', password: FIRST } });
  await call('GET', `/auth/confirm-email/${await mailedToken(player.email, /Confirm your email/)}`);
  await call('POST', '/auth/login', { body: { identifier: player.username, password: WRONG } });
  const session = await signIn(portal, player);
  secrets.add(session.accessToken);
  const token = session.accessToken;
  await call('GET', '/user/profile', { token });
  await call('POST', '/user/change-email', {
    token,
    body: { currentPassword: WRONG, newEmail: 'n@example.com' },
  });
  const newEmail = `${uniqueName()}@example.com`;
  await call('POST', '/user/change-email', { token, body: { currentPassword: FIRST, newEmail } });
  await call('GET', `/auth/change-email/${await mailedToken(newEmail, /new email address/)}`);
  await call('POST', '/user/request-password-reset-unauth', { body: { email: newEmail } });
  const resetToken = await mailedToken(newEmail, /Reset your/);
  await call('GET', `/auth/validate-reset-token/${resetToken}`);
  await call('POST', `/auth/reset-password/${resetToken}`, { body: { newPassword: SECOND } });
  await call('POST', `/auth/reset-password/${resetToken}`, { body: { newPassword: SECOND } });
  await settleOutbox(portal);
  // And where statements fail, with the secrets among their parameters.
  const hashes = await storedHashes(parts.db);
  const { accessToken } = await signIn(portal, { ...player, password: SECOND });
  secrets.add(accessToken);
  await parts.db.execute(sql`alter table sessions rename to sessions_away`);
  await call('POST', '/auth/login', { body: { identifier: player.username, password: SECOND } });
  await call('GET', '/user/profile', { token: accessToken });
  await parts.db.execute(sql`alter table accounts rename to accounts_away`);
  await call('POST', '/auth/register', {
    body: { username: uniqueName(), email: 'y@example.com', password: FIRST },
  });
  await portal.close();

  const text = captured.text();
  expect(text).toContain('request failed');
  expect(text.split('\n').length).toBeGreaterThan(20);
  for (const secret of [...secrets, ...hashes]) expect(text.includes(secret)).toBe(false);
  expect(text).not.toMatch(/\$argon2|secret-Passw0rd/);
});

test('logged mail server errors contain no token and no mail password', async () => {
  const captured = captureLog('trace');
  const smtp = await startSmtpServer();
  const portal = await createPortal({ isWorker: true, log: captured.log, config: { smtpUrl: smtp.url } });
  smtp.treat('refuse login');
  await createUnconfirmedPlayer(portal);
  await until(async () => captured.text().includes('job failed'));
  smtp.treat('refuse content');
  await until(async () => captured.text().includes('mail refused'));
  await portal.close();
  await smtp.stop();
  const text = captured.text();
  expect(text).not.toMatch(/confirm-email\/[A-Za-z0-9_-]{43}/);
  expect(text).not.toContain(Buffer.from('\u0000portal\u0000secret').toString('base64'));
  expect(text).not.toContain('portal:secret');
});

/** Every stored hash, in the ways a log could write it. */
async function storedHashes(db: Db): Promise<string[]> {
  const ofAccounts = await db.select({ hash: accounts.passwordHash }).from(accounts);
  const ofSessions = await db.select({ hash: sessions.tokenHash }).from(sessions);
  const ofTokens = await db.select({ hash: accountTokens.tokenHash }).from(accountTokens);
  return [
    ...ofAccounts.map(({ hash }) => hash),
    ...[...ofSessions, ...ofTokens].flatMap(({ hash }) => [
      hash.toString('hex'),
      hash.toString('base64'),
      hash.toString('base64url'),
      [...hash].join(','),
    ]),
  ];
}
