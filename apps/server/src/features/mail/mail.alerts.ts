import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

export const MAIL_ALERTS: AlertCondition[] = [
  {
    name: 'mails_failing',
    title: 'Mails not sent',
    // A mail that waits without a failure waits for SMTP_URL, which the start and the admin panel report.
    count: sql`(
      (select count(*) from mails
       where sent_at is null and failed_at is null and failure is not null and created_at < now() - interval '30 minutes')
      + (select count(*) from mails where failed_at > now() - interval '1 day'))`,
    describe: (count) => (count === 1 ? "1 mail couldn't be sent." : `${count} mails couldn't be sent.`),
    advice:
      "Players may wait for links to confirm an address or to reset a password. The reasons are in the worker's log and in mails.failure. Check SMTP_URL and MAIL_FROM. A mail that was refused for good counts for a day; a single one is often a mistyped address.",
    page: 'alerts',
  },
];
