import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createPortal, registerPlayer, until } from '#test/account-journeys.ts';
import { startSmtpServer } from '#test/smtp-server.ts';
import { createMailTransport } from '#features/mail/mail-transports.ts';
import { localMailbox, mails } from '#features/mail/mail.tables.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { workOnJobs } from '#app/jobs.ts';
import { describeSite } from '#app/site/site.ts';

const RETENTION_DAYS = 30;

test('mails of a public portal without SMTP wait in the outbox, unread, and are sent once it is set', async () => {
  const [portal, smtp] = [
    await createPortal({ config: { mode: 'public' }, isWorker: true }),
    await startSmtpServer(),
  ];
  const { parts } = portal;
  const { db, config } = parts;
  expect(parts.mail).toBeUndefined();
  expect(describeSite(config).features.mail).toBe(false);
  const { email } = await registerPlayer(portal);

  const [mail] = await db.select().from(mails).where(eq(mails.recipient, email));
  expect(mail).toMatchObject({ sentAt: null, failedAt: null });
  const jobs = await db.execute<{ state: string; days: number }>(sql`
    select state, extract(days from keep_until - created_on)::int as days from pgboss.job
    where name = 'mail.send' and data ->> 'mailId' = ${mail?.id}`);
  expect(jobs.rows).toEqual([{ state: 'created', days: RETENTION_DAYS }]);
  expect(await db.$count(localMailbox)).toBe(0);
  expect((await portal.app.inject('/dev/mail')).statusCode).toBe(404);

  const sending = { ...config, smtpUrl: smtp.url };
  expect(describeSite(sending).features.mail).toBe(true);
  const transport = await createMailTransport(db, sending);
  await workOnJobs({ ...parts, config: sending, mail: transport, metrics: createMetrics() });
  const received = await until(async () => smtp.received.find(({ to }) => to?.[0]?.address === email));
  expect(received.subject).toContain('Confirm your email address');
  await until(async () => (await db.select().from(mails).where(eq(mails.recipient, email)))[0]?.sentAt);
  await portal.close();
  transport?.close();
  await smtp.stop();
});
