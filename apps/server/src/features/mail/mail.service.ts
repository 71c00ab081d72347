import * as z from 'zod';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { ComposedMail } from '#platform/mail/mail-layout.ts';
import { insertMail, type MailRow, selectNewestMails } from './mail.queries.ts';

/** What every mail may name of this installation. */
export type MailSite = { brandName: string; publicOrigin: string; contactEmail: string };

/** What is kept as JSON until the mail is written. */
export type MailParameters = Record<string, unknown>;

type Addressed = { id: string; accountId: number | null; recipient: string };

/**
 * Makes the text when it is sent, and only then the token in it, so that none ever rests in the outbox.
 * `to` is another recipient than the one that was queued.
 */
type Compose<Mail> = (
  mail: Mail,
  context: { db: Database; site: MailSite },
) => Promise<(ComposedMail & { to?: string }) | undefined>;

/** One kind of mail: what it needs to know, and how it is written. */
export type MailKind<Parameters extends MailParameters> = {
  name: string;
  parameters: z.ZodType<Parameters>;
  compose: Compose<Addressed & { parameters: unknown }>;
};

/**
 * Names a kind of mail.
 *
 * @param kind.compose runs again when sending failed; undefined when there is no reason left to send it
 */
export function defineMail<Parameters extends MailParameters>(kind: {
  name: string;
  parameters: z.ZodType<Parameters>;
  compose: Compose<Addressed & { parameters: Parameters }>;
}): MailKind<Parameters> {
  return {
    ...kind,
    compose: (mail, context) =>
      kind.compose({ ...mail, parameters: kind.parameters.parse(mail.parameters) }, context),
  };
}

export const sendMail = defineJob({
  name: 'mail.send',
  payload: z.object({ mailId: z.uuid() }),
  // From 2 seconds up to every 10 minutes, for about two weeks: an SMTP server may be away for days.
  retry: { limit: 2000, delaySeconds: 2, maxDelaySeconds: 600 },
  expireSeconds: 120,
});

/** Writes a mail that is sent when, and only when, the transaction commits. */
export async function queueMail<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  mail: {
    kind: MailKind<Parameters>;
    accountId: number | null;
    recipient: string;
    parameters: Parameters;
  },
): Promise<void> {
  const mailId = await insertMail(tx, { ...mail, kind: mail.kind.name });
  await jobs.enqueue(tx, sendMail, { mailId });
}

/** What was sent to an account lately, or is waiting to be. */
export async function listNewestMails(db: Db, accountId: number, limit: number): Promise<MailRow[]> {
  return selectNewestMails(db, accountId, limit);
}
