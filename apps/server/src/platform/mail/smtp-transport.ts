import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailRefused, type MailTransport } from './mail-transport.ts';

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

/** Sends over SMTP with a pool of connections. */
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
      // An object, so that a comma in an address cannot add a second recipient.
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
 * Connects and signs in, and sends nothing unless there is a mail.
 *
 * @throws Error of the connection, the sign-in or the mail
 */
export async function verifySmtp(
  { smtpUrl, timeoutMs }: { smtpUrl: string; timeoutMs: number },
  mail?: { from: string; to: string; subject: string; text: string },
): Promise<void> {
  const transporter = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transporter.verify();
    if (mail) await transporter.sendMail({ ...mail, to: { name: '', address: mail.to } });
  } finally {
    transporter.close();
  }
}

/**
 * Whether a 5xx concerns this recipient or this content. The operator must fix a 5xx to login, sender or greeting, and
 * the mail waits until then.
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
