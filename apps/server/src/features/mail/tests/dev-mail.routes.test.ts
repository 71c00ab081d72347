import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { usePortal, receivedMail, registerPlayer } from '#test/account-journeys.ts';
import { createLocalMailbox } from '#features/mail/local-mailbox.ts';
import { localMailbox } from '#features/mail/mail.tables.ts';
import { chooseMode } from '#platform/config/mode.ts';

const PUBLIC_ORIGIN = 'https://play.example.com';

const portal = await usePortal({ isWorker: true });

type Visit = { remoteAddress?: string; headers?: Record<string, string> };
const visit = (path: string, { remoteAddress = '127.0.0.1', headers = {} }: Visit = {}) =>
  portal.app.inject({ url: path, remoteAddress, headers: { host: 'localhost:3000', ...headers } });

const mail = (number: number) => ({
  to: 'player@example.com',
  from: 'Agaia <no-reply@agaia.example>',
  subject: `<script>alert(${number})</script>`,
  html: `<html><head></head><body onload="alert(1)"><a href="https://play.example/x">Open</a></body></html>`,
  text: 'Open:\nhttps://play.example/x?a=1&b=<2>',
  messageId: `<${number}@test>`,
});

test('shows the list and each mail, as HTML in a frame without scripts and as text', async () => {
  const { email } = await registerPlayer(portal);
  const { id } = await receivedMail(portal.parts.db, { to: email, subject: /Confirm/ });

  const list = await visit('/dev/mail');
  const page = await visit(`/dev/mail/${id}`);

  expect(list.statusCode).toBe(200);
  expect(list.body).toContain(`<a href="/dev/mail/${id}">Confirm your email address for Agaia</a>`);
  expect(list.body).toContain(email);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';/);
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  expect(page.body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="/);
  expect(page.body).toMatch(/<pre>[\s\S]*<a href="http:\/\/localhost:3000\/api\/auth\/confirm-email\//);
});

test('escapes the contents of a mail', async () => {
  await createLocalMailbox(portal.parts.db).send(mail(1));
  const { id } = await receivedMail(portal.parts.db, { to: 'player@example.com', subject: /alert\(1\)/ });

  const [list, page] = [await visit('/dev/mail'), await visit(`/dev/mail/${id}`)];

  for (const { body } of [list, page]) {
    expect(body).not.toContain('<script>');
    expect(body).toContain('&lt;script&gt;alert(1)');
  }
  expect(page.body).not.toContain('<body onload');
  expect(page.body).toContain('<a href="https://play.example/x?a=1&amp;b=&lt;2&gt;">');
});

test('serves the mails as JSON', async () => {
  const { email } = await registerPlayer(portal);
  await receivedMail(portal.parts.db, { to: email, subject: /Confirm/ });
  const { mails } = (await visit('/dev/mail.json')).json();
  expect(mails[0]).toEqual({
    id: expect.any(Number),
    from: 'Agaia <no-reply@waygate.example>',
    to: email,
    subject: 'Confirm your email address for Agaia',
    html: expect.stringContaining('<!doctype html>'),
    text: expect.stringContaining('/api/auth/confirm-email/'),
    deliveredAt: expect.any(String),
  });
});

test.each([
  ['from another machine', { remoteAddress: '192.168.1.20' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['by a name that was pointed at this machine', { headers: { host: 'evil.example:3000' } }],
])('the mailbox does not open %s', async (_, from) => {
  for (const path of ['/dev/mail', '/dev/mail/1', '/dev/mail.json']) {
    expect((await visit(path, from)).statusCode).toBe(404);
  }
});

test.each(['0', '999999', 'x', '99999999999999', "1'"])('answers 404 for the mail %s', async (id) => {
  expect((await visit(`/dev/mail/${id}`)).statusCode).toBe(404);
});

test.each([
  { smtpUrl: 'smtp://localhost' },
  { mode: 'public' as const },
  { mode: chooseMode({ PUBLIC_ORIGIN }).mode, publicOrigin: PUBLIC_ORIGIN },
])('there is no mailbox with %j', async (change) => {
  const config = { ...portal.parts.config, ...change };
  const app = await buildApp({ ...portal.parts, config }, async () => undefined);
  const response = await app.inject({ url: '/dev/mail', headers: { host: 'localhost' } });
  await app.close();
  expect(response.statusCode).toBe(404);
});

test('keeps the last five hundred mails, and a repeated one once', async () => {
  const { db } = portal.parts;
  await db.execute(sql`
    insert into local_mailbox (message_id, sender, recipient, subject, html, body_text)
    select 'filler ' || n, '', '', '', '', '' from generate_series(1, 520) as n`);
  const mailbox = createLocalMailbox(db);
  await mailbox.send(mail(7));
  await mailbox.send(mail(7));
  const kept = await db.select({ messageId: localMailbox.messageId }).from(localMailbox);
  expect(kept).toHaveLength(500);
  expect(kept.filter(({ messageId }) => messageId === '<7@test>')).toHaveLength(1);
});
