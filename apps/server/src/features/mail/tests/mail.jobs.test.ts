import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { accountTokens } from '#features/account-mails/account-tokens.tables.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { createPortal, type Portal, registerPlayer, tokenIn, until } from '#test/account-journeys.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp-server.ts';
import { deleteOldMails } from '#features/mail/mail.queries.ts';
import { mails } from '#features/mail/mail.tables.ts';

let smtp: TestSmtpServer;
let portal: Portal;
beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await createPortal({
    isWorker: true,
    config: {
      smtpUrl: smtp.url,
      mailFrom: 'Agaia <no-reply@agaia.example>',
      publicOrigin: 'https://play.agaia.example',
      brand: { name: 'Agaia & <Friends>', communityUrl: '', contactEmail: 'help@agaia.example' },
    },
  });
});
afterAll(async () => {
  await portal.close();
  await smtp.stop();
});
beforeEach(() => smtp.treat('accept'));

const readMail = async (recipient: string) => {
  const [mail] = await portal.parts.db.select().from(mails).where(eq(mails.recipient, recipient));
  return mail;
};
const arrived = (recipient: string) =>
  until(async () => smtp.received.find(({ to }) => to?.[0]?.address === recipient));
const jobOf = async (recipient: string) => {
  const mail = await readMail(recipient);
  const { rows } = await portal.parts.db.execute<{ state: string; retry_count: number; output: unknown }>(sql`
    select state, retry_count, output from pgboss.job where name = 'mail.send' and data ->> 'mailId' = ${mail?.id}`);
  return rows[0];
};

describe('the outbox', () => {
  test('delivers matching HTML and text, with the brand and every name escaped', async () => {
    const { email, username } = await registerPlayer(portal);

    const mail = await arrived(email);

    expect(mail.from).toMatchObject({ name: 'Agaia', address: 'no-reply@agaia.example' });
    expect(mail.subject).toBe('Confirm your email address for Agaia & <Friends>');
    expect(smtp.recipients).toContain(email);
    const link = `https://play.agaia.example/api/auth/confirm-email/${tokenIn({ bodyText: mail.text ?? '' })}`;
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain(`Welcome to Agaia &amp; &lt;Friends&gt;, ${username}!`);
    expect(mail.html).not.toContain('<Friends>');
    expect(mail.text).toContain(`Welcome to Agaia & <Friends>, ${username}!`);
    const row = await until(async () => {
      const found = await readMail(email);
      return found?.sentAt && found;
    });
    expect(mail.messageId).toBe(`<${row.id}@play.agaia.example>`);
  });

  test('stores no token, and the token table only hashes', async () => {
    const { email, id } = await registerPlayer(portal);
    const token = tokenIn({ bodyText: (await arrived(email)).text ?? '' });

    const stored = await portal.parts.db.execute(sql`
      select to_jsonb(mails)::text as text from mails union all
      select to_jsonb(job)::text from pgboss.job union all
      select to_jsonb(account_tokens)::text from account_tokens`);

    expect(JSON.stringify(stored.rows)).not.toContain(token);
    const [row] = await portal.parts.db.select().from(accountTokens).where(eq(accountTokens.accountId, id));
    expect(row?.tokenHash).toEqual(hashToken(token));
  });

  test('keeps a mail when the connection drops, and resends it with the same Message-ID', async () => {
    smtp.treat('drop the connection');
    const { email } = await registerPlayer(portal);
    await until(async () => (await jobOf(email))?.state === 'retry');
    expect(await readMail(email)).toMatchObject({ sentAt: null, failedAt: null });

    smtp.treat('accept');

    const mail = await arrived(email);
    expect(mail.messageId).toBe(`<${(await readMail(email))?.id}@play.agaia.example>`);
  });

  test.each(['defer', 'refuse login', 'refuse sender'] as const)(
    'keeps a mail and tries again when the server answers with: %s',
    async (treatment) => {
      smtp.treat(treatment);
      smtp.disconnect();
      const { email } = await registerPlayer(portal);
      await until(async () => (await jobOf(email))?.state === 'retry');
      expect(await readMail(email)).toMatchObject({ sentAt: null, failedAt: null });

      smtp.treat('accept');
      await arrived(email);
    },
  );

  test.each(['refuse recipient', 'refuse content'] as const)(
    'gives a mail up and notes why when the server answers with: %s',
    async (treatment) => {
      smtp.treat(treatment);
      const { email } = await registerPlayer(portal);

      const mail = await until(async () => {
        const found = await readMail(email);
        return found?.failedAt && found;
      });

      expect(mail).toMatchObject({ sentAt: null, failure: expect.stringContaining(`Test: ${treatment}`) });
      await until(async () => (await jobOf(email))?.state === 'completed');
    },
  );

  test('sends no mail that has become obsolete', async () => {
    smtp.treat('defer');
    const { email, id } = await registerPlayer(portal);
    await until(async () => (await jobOf(email))?.state === 'retry');
    await portal.parts.db.update(accounts).set({ emailConfirmedAt: new Date() }).where(eq(accounts.id, id));
    smtp.treat('accept');

    await until(async () => (await readMail(email)) === undefined);

    expect(smtp.recipients).not.toContain(email);
  });

  test('deletes mails after thirty days, including those whose job failed, and no others', async () => {
    const old = new Date(Date.now() - 31 * 86_400_000);
    const mail = { kind: 'confirm-email', recipient: 'old@example.com', parameters: {}, createdAt: old };
    await portal.parts.db.insert(mails).values([
      { ...mail, sentAt: old },
      { ...mail, failedAt: old },
      { ...mail, recipient: 'given-up@example.com' },
      { ...mail, recipient: 'waiting@example.com', createdAt: new Date(Date.now() - 14 * 86_400_000) },
      { ...mail, recipient: 'young@example.com', createdAt: new Date(), sentAt: new Date() },
    ]);
    await deleteOldMails(portal.parts.db);
    expect(await readMail('old@example.com')).toBeUndefined();
    expect(await readMail('given-up@example.com')).toBeUndefined();
    expect(await readMail('waiting@example.com')).toBeDefined();
    expect(await readMail('young@example.com')).toBeDefined();
  });
});

test('mails written while the mail server is down arrive when it is back', async () => {
  const before = await startSmtpServer();
  await before.stop();
  const site = await createPortal({ isWorker: true, config: { smtpUrl: before.url } });
  const players = await Promise.all(Array.from({ length: 6 }, () => registerPlayer(site)));
  await until(async () => {
    const { rows } = await site.parts.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pgboss.job where name = 'mail.send' and state = 'retry'`,
    );
    return rows[0]?.n === 6;
  });

  const back = await startSmtpServer(before.port);

  await until(async () => back.recipients.length === 6);
  expect(new Set(back.recipients)).toEqual(new Set(players.map(({ email }) => email)));
  await site.close();
  await back.stop();
});
