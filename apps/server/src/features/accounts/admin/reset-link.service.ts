import { asStaff, audited, type Staff } from '#features/staff/staff.ts';
import { queueRequestedMail, selectNewestMails } from '#features/mail/mail.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { requireMailRation } from '#features/account-mails/account-mails.ts';
import { RESET_MAILS_AN_HOUR, resetPasswordMail } from '#features/accounts/reset-password.mail.ts';
import { type AdminAccount, getAdminAccount } from './accounts.admin.queries.ts';

const MAILS_LOOKED_AT = 10;

/**
 * Mails an account a link to choose a new password. The password and the sessions stay until the link is used. A banned
 * account gets one too, so that a stolen account has a new password before its ban is lifted.
 *
 * @returns the message for the staff member, with what may keep the link from working
 * @throws what `asStaff` throws; too_many_requests when the account, its mailbox or the address of these staff had enough
 *   mails
 */
export function sendResetLink(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  accountId: number,
): Promise<string> {
  return asStaff(db, staff, { section: 'users', accountId, givesValue: false }, async ({ tx }) => {
    const account = await getAdminAccount(tx, accountId);
    const message = ['Reset link sent.', ...(await findObstacles(tx, account))].join(' ');
    await requireMailRation(tx, {
      accountId,
      purpose: 'reset_password',
      kind: resetPasswordMail.name,
      mailsAnHour: RESET_MAILS_AN_HOUR,
    });
    await queueRequestedMail(tx, jobs, {
      kind: resetPasswordMail,
      accountId,
      recipient: account.email,
      parameters: { isFromStaff: true },
      address: staff.address,
    });
    return audited({ kind: 'user.reset_link', target: accountId }, message);
  });
}

async function findObstacles(db: Db, { id, email, emailConfirmedAt, ban }: AdminAccount): Promise<string[]> {
  const newest = await selectNewestMails(db, id, MAILS_LOOKED_AT);
  const last = newest.find((mail) => mail.recipient === email && (mail.sentAt ?? mail.failedAt));
  const obstacles: [boolean, string][] = [
    [ban !== null, "The account is banned: the player can't sign in until the ban ends."],
    [
      emailConfirmedAt === null,
      'This email address was never confirmed: make sure that it belongs to the player.',
    ],
    [
      last !== undefined && last.failedAt !== null,
      'The last mail to this address was refused, so this one may be too.',
    ],
  ];
  return obstacles.flatMap(([isThere, sentence]) => (isThere ? [sentence] : []));
}
