import { readPaymentFindings } from '#features/orders/orders.ts';
import type { Config } from '#platform/config/config.ts';
import { verifySmtp } from '#platform/mail/smtp-transport.ts';
import { createPayments } from '#platform/payments/create-payments.ts';
import { twitchRedirectUri } from '#platform/twitch/create-twitch.ts';
import { createTwitchClient } from '#platform/twitch/twitch-client.ts';
import { TwitchFailure, TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const SMTP_TIMEOUT_MS = 5000;
const READ_DOCS = "docs/OPERATIONS.md, 'Payments', lists what is needed.";

/** @param mailTo where a test mail goes; undefined: none is sent */
export function serviceChecks(config: Config, { mailTo }: { mailTo: string | undefined }): Check[] {
  return [
    { name: 'mail', run: () => checkMail(config, mailTo) },
    { name: 'payments', run: () => checkPayments(config) },
    { name: 'twitch', run: () => checkTwitch(config) },
  ];
}

async function checkMail(config: Config, mailTo: string | undefined): Promise<Observation[]> {
  const { smtpUrl, mode, mailFrom: from, brand } = config;
  const why = "Players get no mail, so they can't confirm addresses or reset passwords.";
  if (smtpUrl === undefined && mode === 'local') return [skipped('Mail goes to the mailbox at /dev/mail.')];
  if (smtpUrl === undefined)
    return [warning({ what: 'SMTP_URL is not set.', why, fix: 'SMTP_URL=smtps://user:password@host' })];
  const subject = `A test mail of ${brand.name}`;
  const text = "It was sent by 'waygate doctor --mail'. Mail works.";
  const mail = mailTo === undefined ? undefined : { from, to: mailTo, subject, text };
  try {
    await verifySmtp({ smtpUrl, timeoutMs: SMTP_TIMEOUT_MS }, mail);
  } catch (error) {
    const what = `The mail server refuses or doesn't answer: ${messageOf(error)}`;
    return [problem({ what, why, fix: 'Correct SMTP_URL and MAIL_FROM.' })];
  }
  return [
    ok(mail ? 'The mail server took the test mail.' : 'The mail server answers and accepts the sign-in.'),
  ];
}

async function checkPayments(config: Config): Promise<Observation[]> {
  if (config.payments.provider === 'sandbox') return [skipped('Payments go to the sandbox.')];
  const payments = await createPayments(config.payments);
  if (!payments) return [skipped('The shop is closed, because STRIPE_SECRET_KEY is not set.')];
  try {
    const findings = await readPaymentFindings(payments, config);
    if (findings.length === 0)
      return [ok('Stripe accepts the key, and its permissions and webhook endpoint fit.')];
    return findings.map(({ kind, detail }) =>
      warning({
        what: `Stripe's setup: ${kind.replaceAll('_', ' ')}: ${detail}.`,
        why: 'Refunds, disputes or lost events may go unnoticed.',
        fix: `Correct the key or the webhook endpoint in Stripe's dashboard. ${READ_DOCS}`,
      }),
    );
  } catch (error) {
    return [
      problem({
        what: `Stripe refuses the key or doesn't answer: ${messageOf(error)}`,
        why: 'Nothing can be sold, and open orders are not settled.',
        fix: `Correct STRIPE_SECRET_KEY. ${READ_DOCS}`,
      }),
    ];
  }
}

async function checkTwitch({ twitch, publicOrigin }: Config): Promise<Observation[]> {
  if (twitch.provider === 'simulator') return [skipped('Twitch is simulated.')];
  if (twitch.provider === 'off') return [skipped('Drops are off, because TWITCH_CLIENT_ID is not set.')];
  try {
    // The smallest call that needs the application's own token.
    await createTwitchClient({ ...twitch, redirectUri: twitchRedirectUri(publicOrigin) }).getUsers(['1']);
    return [ok('Twitch accepts the application.')];
  } catch (error) {
    if (!(error instanceof TwitchFailure)) throw error;
    const isDown = error instanceof TwitchUnavailable;
    return [
      problem({
        what: error.message,
        why: 'No minutes count for drops, and nobody can link an account.',
        fix: isDown
          ? 'Look at https://status.twitch.com and at the network.'
          : 'Correct TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.',
      }),
    ];
  }
}
