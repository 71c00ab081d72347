import { isErasedMailbox } from '#features/identity/identity.ts';
import type { Database } from '#platform/db/database.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { MailRefused, type MailTransport } from '#platform/mail/mail-transport.ts';
import {
  deleteMail,
  selectWaitingMail,
  updateMailDelayed,
  updateMailFailed,
  updateMailSent,
} from './mail.queries.ts';
import type { MailKind, MailParameters, MailSite } from './mail.service.ts';

const FAILURE_MAX_LENGTH = 500;

/** Creates the handler that sends one mail of the outbox. It throws when a retry may succeed. */
export function createMailSender({
  db,
  transport,
  kinds,
  from,
  site,
  log,
}: {
  db: Database;
  transport: MailTransport;
  kinds: MailKind<MailParameters>[];
  /** The sender, as `Name <address>`. */
  from: string;
  site: MailSite;
  log: Logger;
}): JobHandler<{ mailId: string }> {
  const host = new URL(site.publicOrigin).hostname;
  return async ({ mailId }) => {
    const mail = await selectWaitingMail(db, mailId);
    if (!mail) return;
    const kind = kinds.find(({ name }) => name === mail.kind);
    if (!kind) throw new Error(`There is no kind of mail named ${mail.kind}.`);
    const content = await kind.compose(mail, { db, site });
    // What is still written about the orders of a deleted account has nobody to go to.
    if (!content || isErasedMailbox(content.to ?? mail.recipient)) return deleteMail(db, mailId);
    const messageId = `<${mailId}@${host}>`;
    try {
      await transport.send({ to: mail.recipient, ...content, from, messageId });
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        await updateMailDelayed(db, mailId, reasonOf(error));
        throw error;
      }
      log.warn({ mailId, kind: mail.kind }, 'mail refused permanently');
      return updateMailFailed(db, mailId, reasonOf(error));
    }
    await updateMailSent(db, mailId);
  };
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX_LENGTH);
}
