import { createTransport, type SendMailOptions } from 'nodemailer';

export type OutgoingMail = {
  to: string;
  from: string;
  subject: string;
  html: string;
  text: string;
  /** With angle brackets. The same for every try, so that mailboxes recognise a repetition. */
  messageId: string;
};

/** Hands mail to whoever delivers it. */
export type MailTransport = {
  /** @throws MailRefused when another try is pointless; any other error when it is not */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/** The server will never take this mail: no such mailbox, or content it does not want. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

/** Sends over SMTP, on a few connections that are kept open. */
export function createSmtpTransport(smtpUrl: string): MailTransport {
  const transporter = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, ...mail }) => {
      // As an object, so that a comma in an address can never name a second recipient.
      const message: SendMailOptions = { ...mail, to: { name: '', address: to } };
      try {
        await transporter.sendMail(message);
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(replyOf(error)) : error;
      }
    },
    close: () => transporter.close(),
  };
}

/**
 * A 5xx to this recipient or this content. A 5xx to the login, to the sender or to the greeting is the
 * operator's to mend, and the mail waits for it.
 * Source: https://nodemailer.com/smtp/ (error codes), RFC 5321 section 4.2.1
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const { responseCode } = error;
  const command = 'command' in error ? error.command : undefined;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  return isOfThisMail && typeof responseCode === 'number' && responseCode >= 500;
}

function replyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
