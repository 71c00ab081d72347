import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { createSmtpTransport, type MailTransport } from '#platform/mail/mail-transport.ts';
import { createLocalMailbox } from './local-mailbox.ts';

/** SMTP if it is configured, otherwise the local mailbox. */
export function createMailTransport(db: Db, config: Pick<Config, 'smtpUrl'>): MailTransport {
  return config.smtpUrl === undefined ? createLocalMailbox(db) : createSmtpTransport(config.smtpUrl);
}
