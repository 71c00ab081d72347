import * as z from 'zod';
import type { Database, Transaction } from '#platform/db/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { ComposedMail } from '#platform/mail/mail-layout.ts';
import { consumeMailRation, isWithinMailRation } from './mail-ration.ts';
import { insertMail, insertMails, OUTBOX_DAYS } from './mail.queries.ts';

/** The settings of this installation that mails mention. */
export type MailSite = { brandName: string; publicOrigin: string; contactEmail: string };

/** Stored as JSON until the mail is sent. */
export type MailParameters = Record<string, unknown>;

type Addressed = { id: string; accountId: number | null; recipient: string };

/**
 * Composes the text when the mail is sent. Tokens are created only then, so that the outbox never contains one.
 * `to` overrides the queued recipient.
 */
type Compose<Mail> = (
  mail: Mail,
  context: { db: Database; site: MailSite },
) => Promise<(ComposedMail & { to?: string }) | undefined>;

/** A kind of mail, with its parameters and composer. */
export type MailKind<Parameters extends MailParameters> = {
  name: string;
  parameters: z.ZodType<Parameters>;
  /** Sent before mails of other kinds, and without a worker where none runs. */
  isUrgent?: boolean;
  compose: Compose<Addressed & { parameters: unknown }>;
};

/**
 * Defines a kind of mail.
 *
 * @param kind.compose runs again after a failed attempt; returns undefined when the mail is no longer needed
 */
export function defineMail<Parameters extends MailParameters>(kind: {
  name: string;
  parameters: z.ZodType<Parameters>;
  isUrgent?: boolean;
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
  // Delays grow from 2 seconds to 10 minutes, for about two weeks: an SMTP server may be down for days.
  retry: { limit: 2000, delaySeconds: 2, maxDelaySeconds: 600 },
  expireSeconds: 120,
  // As long as the outbox keeps a mail: without SMTP, no worker takes the job.
  retentionSeconds: OUTBOX_DAYS * 86_400,
});

/** A separate queue, so that no backlog of other mails delays them. */
export const sendUrgentMail = defineJob({ ...sendMail, name: 'mail.send_urgent' });

export type NewMail<Parameters extends MailParameters> = {
  kind: MailKind<Parameters>;
  accountId: number | null;
  recipient: string;
  parameters: Parameters;
};

/**
 * Queues a mail that the portal or its staff send, such as the notice of a change. It is sent if the transaction commits,
 * and no ration withholds it.
 */
export async function queueMail<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  mail: NewMail<Parameters>,
): Promise<void> {
  const mailId = await insertMail(tx, { ...mail, kind: mail.kind.name });
  await jobs.enqueue(tx, jobFor(mail.kind), { mailId });
}

/** The same for several mails of one kind, in two statements. */
export async function queueMails<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  mails: NewMail<Parameters>[],
): Promise<void> {
  const [first] = mails;
  if (!first) return;
  const ids = await insertMails(
    tx,
    mails.map((mail) => ({ ...mail, kind: mail.kind.name })),
  );
  await jobs.enqueueAll(
    tx,
    jobFor(first.kind),
    ids.map((mailId) => ({ mailId })),
  );
}

function jobFor({ isUrgent = false }: { isUrgent?: boolean }) {
  return isUrgent ? sendUrgentMail : sendMail;
}

/**
 * Queues a mail that somebody at this address asks for: the mailbox and the address each have a ration.
 *
 * @throws too_many_requests
 */
export async function queueRequestedMail<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  mail: NewMail<Parameters> & { address: string },
): Promise<void> {
  await consumeMailRation(tx, mail);
  await queueMail(tx, jobs, mail);
}

/**
 * Like `queueRequestedMail`, but leaves the mail out when its mailbox has had enough: the caller must not learn what else
 * was sent there.
 *
 * @throws too_many_requests when the address has asked for too many
 */
export async function queueRequestedMailQuietly<Parameters extends MailParameters>(
  tx: Transaction,
  jobs: Jobs,
  mail: NewMail<Parameters> & { address: string },
): Promise<void> {
  if (await isWithinMailRation(tx, mail)) await queueMail(tx, jobs, mail);
}
