import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import type { MailTransport } from '#platform/mail/mail-transport.ts';
import { createLocalMailbox } from './local-mailbox.ts';

/**
 * SMTP if it is configured, otherwise the local mailbox; in public mode none, because mails hold links into accounts.
 *
 * @returns undefined: mails wait in the outbox
 */
export async function createMailTransport(
  db: Db,
  { smtpUrl, mode }: Pick<Config, 'smtpUrl' | 'mode'>,
): Promise<MailTransport | undefined> {
  if (smtpUrl !== undefined) {
    const { createSmtpTransport } = await import('#platform/mail/smtp-transport.ts');
    return createSmtpTransport(smtpUrl);
  }
  return mode === 'local' ? createLocalMailbox(db) : undefined;
}
