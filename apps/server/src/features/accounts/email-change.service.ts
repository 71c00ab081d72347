import type { EmailChange } from '@waygate/contract/accounts/accounts.schemas';
import { mailboxOf, queueMail, queueRequestedMail } from '#features/mail/mail.ts';
import { EMAIL_KEY, selectAccount } from '#features/identity/identity.ts';
import { accountHasFactor } from '#features/factors/factors.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import {
  conflict,
  invalid,
  sudoRequired,
  unauthenticated,
  wrongPassword,
} from '#platform/errors/app-error.ts';
import { consume } from '#platform/http/throttle.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  canEmailBeUndone,
  emailChangedMail,
  findAccountOfSpentToken,
  useToken,
} from '#features/account-mails/account-mails.ts';
import { changeEmailMail } from './change-email.mail.ts';
import { updateEmailToPending, updatePendingEmail } from './email-change.queries.ts';

const MAILS_AN_HOUR = 5;
const WRONG_PASSWORD = 'Your current password is not correct.';
export const CHANGE_REQUESTED =
  'Email change request submitted successfully. Please check your new email address for a confirmation link to finalize the change.';
const EMAIL_TAKEN = 'This email address is already in use.';
const OWN_EMAIL = 'This is already your email address.';

type Dependencies = { db: Database; jobs: Jobs; passwords: Passwords };

/**
 * Stores the requested address and mails a link to it. A newer request replaces an older one.
 *
 * @throws sudo_required for an account with a second factor that was not confirmed within 15 minutes
 */
export async function requestEmailChange(
  { db, jobs, passwords }: Dependencies,
  { viewer, change, address }: { viewer: Viewer; change: EmailChange; address: string },
): Promise<void> {
  const { currentPassword, newEmail } = change;
  const { accountId, sessionHash } = viewer;
  const account = await selectAccount(db, accountId);
  if (!account) throw unauthenticated();
  // The password alone must not move the mailbox that gets reset links.
  if (!viewer.isSudo && (await accountHasFactor(db, accountId))) throw sudoRequired();
  if (!(await passwords.verify(account.passwordHash, currentPassword)))
    throw wrongPassword(WRONG_PASSWORD, { currentPassword: WRONG_PASSWORD });
  await db.transaction(async (tx) => {
    const outcome = await updatePendingEmail(tx, {
      accountId,
      newEmail,
      verifiedHash: account.passwordHash,
    });
    switch (outcome) {
      case 'own':
        throw invalid(OWN_EMAIL, { newEmail: OWN_EMAIL });
      case 'taken':
        throw conflict(EMAIL_TAKEN, { newEmail: EMAIL_TAKEN });
      case 'stale':
        throw wrongPassword(WRONG_PASSWORD, { currentPassword: WRONG_PASSWORD });
      case 'pending':
        // Under the account's lock: who was signed out meanwhile, by 'This wasn't me' for one, changes nothing.
        if (!(await findViewerBySession(tx, sessionHash))) throw unauthenticated();
        await limitMailsTo(tx, newEmail);
        return queueRequestedMail(tx, jobs, {
          kind: changeEmailMail,
          accountId,
          recipient: newEmail,
          parameters: {},
          address,
        });
    }
  });
}

/** The mailbox's owner may not know of the request, and any number of accounts could name the mailbox. */
async function limitMailsTo(tx: Transaction, newEmail: string): Promise<void> {
  const key = `change-email to:${mailboxOf(newEmail)}`;
  await consume(tx, [{ key, points: MAILS_AN_HOUR, windowSeconds: 3600 }]);
}

export type FinalisedChange = 'changed' | 'taken' | 'invalid';

/** Handles the link in the mail to the new address. Opening it again changes nothing and returns 'changed'. */
export async function finaliseEmailChange(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  token: string,
): Promise<FinalisedChange> {
  try {
    const isChanged = await db.transaction(async (tx) => {
      const used = await useToken(tx, { token, purpose: 'change_email' });
      const before = used && (await updateEmailToPending(tx, used));
      if (!used || !before) return false;
      const canBeUndone = before.wasConfirmed && !(await canEmailBeUndone(tx, used.accountId));
      await queueMail(tx, jobs, {
        kind: emailChangedMail,
        accountId: used.accountId,
        recipient: before.email,
        parameters: { newEmail: used.email, canBeUndone },
      });
      return true;
    });
    if (isChanged) return 'changed';
  } catch (error) {
    if (violatedUniqueKey(error) === EMAIL_KEY) return 'taken';
    throw error;
  }
  const account = await findAccountOfSpentToken(db, { token, purpose: 'change_email' });
  return account ? 'changed' : 'invalid';
}
