import { queueRequestedMail } from '#features/mail/mail.ts';
import { selectAccount, updateEmailConfirmed } from '#features/identity/identity.ts';
import type { Database } from '#platform/db/database.ts';
import { conflict, unauthenticated } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findAccountOfSpentToken, useToken } from '#features/account-mails/account-mails.ts';
import { confirmEmailMail } from './confirm-email.mail.ts';

/** @returns whether the link confirmed the address, now or earlier: mail scanners and people open links twice */
export async function confirmEmail(db: Database, token: string): Promise<boolean> {
  const isConfirmed = await db.transaction(async (tx) => {
    const used = await useToken(tx, { token, purpose: 'confirm_email' });
    return used !== undefined && updateEmailConfirmed(tx, used);
  });
  if (isConfirmed) return true;
  const account = await findAccountOfSpentToken(db, { token, purpose: 'confirm_email' });
  return account?.isEmailConfirmed ?? false;
}

/**
 * Queues another confirmation mail.
 *
 * @throws conflict when the address is confirmed; too_many_requests
 */
export async function resendConfirmation(
  { db, jobs }: { db: Database; jobs: Jobs },
  { accountId, address }: { accountId: number; address: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await selectAccount(tx, accountId);
    if (!account) throw unauthenticated();
    if (account.emailConfirmedAt) throw conflict('Your email address is already confirmed.');
    await queueRequestedMail(tx, jobs, {
      kind: confirmEmailMail,
      accountId,
      recipient: account.email,
      parameters: {},
      address,
    });
  });
}
