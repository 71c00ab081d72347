import { domainToASCII } from 'node:url';
import type { Transaction } from '#platform/db/database.ts';
import { AppError } from '#platform/errors/app-error.ts';
import { addressAllowances, consume, STAGE_AFTER_ADDRESS } from '#platform/http/throttle.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Mails of every kind that one mailbox gets because somebody asked for them, in each of the two rations. */
const PER_MAILBOX_HOUR = 10;
const PER_MAILBOX_DAY = 30;
/** Mails that one address asks for: enough for a household or a school that registers on the same evening. */
const PER_ADDRESS_HOUR = 40;

/**
 * The mailbox that an address leads to, for counting: without what follows a plus sign (RFC 5233 calls it the detail), and
 * the same for full-width and upper-case letters and for every spelling of the domain.
 */
export function mailboxOf(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const user = plain.slice(0, at);
  // A local part that begins with a plus sign has no other name.
  const end = user.indexOf('+', 1);
  return `${end > 0 ? user.slice(0, end) : user}@${domainOf(plain.slice(at + 1))}`;
}

/** As DNS asks for it: letters beyond ASCII in Punycode (RFC 5891), and no dot at the end. */
function domainOf(written: string): string {
  return (domainToASCII(written) || written).replace(/\.+$/, '');
}

/**
 * Counts a mail that somebody at this address asks for.
 *
 * @throws too_many_requests
 */
export async function consumeMailRation(
  tx: Transaction,
  { recipient, address }: { recipient: string; address: string },
): Promise<void> {
  await consume(tx, [...fromAddress(address), ...mailboxAllowances(recipient, 'mail')]);
}

/**
 * Counts a mail like `consumeMailRation`, for requests whose answer must not depend on who has the mailbox. These have a
 * ration of their own: otherwise strangers could fill the mailbox's with registrations, and keep its owner from a reset.
 *
 * @returns whether the mailbox may get it
 * @throws too_many_requests when the caller's address has asked for too many
 */
export async function isWithinMailRation(
  tx: Transaction,
  { recipient, address }: { recipient: string; address: string },
): Promise<boolean> {
  // Lock order: stage, as within one statement. The address's stages come before the mailbox's.
  await consume(tx, fromAddress(address));
  try {
    await consume(tx, mailboxAllowances(recipient, 'quiet mail'));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

function mailboxAllowances(recipient: string, ration: 'mail' | 'quiet mail') {
  const mailbox = mailboxOf(recipient);
  const stage = STAGE_AFTER_ADDRESS;
  return [
    { key: `${ration} to:day:${mailbox}`, points: PER_MAILBOX_DAY, windowSeconds: DAY_SECONDS, stage },
    { key: `${ration} to:hour:${mailbox}`, points: PER_MAILBOX_HOUR, windowSeconds: HOUR_SECONDS, stage },
  ];
}

function fromAddress(address: string) {
  const limit = { key: 'mail', points: PER_ADDRESS_HOUR, windowSeconds: HOUR_SECONDS };
  return addressAllowances(address, limit);
}
