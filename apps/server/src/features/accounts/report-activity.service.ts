import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { eq, sql } from 'drizzle-orm';
import {
  emailChangedMail,
  mintToken,
  spendNoticeToken,
  voidResetTokens,
} from '#features/account-mails/account-mails.ts';
import { deleteFactorRemoval, deleteFactors } from '#features/factors/factors.ts';
import { type AccountRow, accounts, EMAIL_KEY, withdrawOwnErasure } from '#features/identity/identity.ts';
import { queueMail } from '#features/mail/mail.ts';
import { revokePassword } from '#features/sessions/sessions.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { invalidToken } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

const INVALID_LINK =
  'This link was used already, has expired, or belongs to a previous address. Use the newest mail, or reset your password.';

/**
 * 'This wasn't me' of a security mail: ends all sessions, the password, reset links, a pending e-mail change, a planned removal
 * of factors and the account's own request to be erased. Brings the previous address back if the mail is about its change,
 * and removes all factors of an account that had none when the mail was written: they are those of whoever got in.
 *
 * @returns the token of a password reset
 * @throws invalid_token
 */
export async function reportActivity(
  { db, jobs }: { db: Database; jobs: Jobs },
  token: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const notice = await spendNoticeToken(tx, token);
    if (!notice) throw invalidToken(INVALID_LINK);
    const accountId = notice.account.id;
    await revokePassword(tx, accountId);
    const email = await bringBackAddress({ tx, jobs }, notice.account, notice.email);
    await voidResetTokens(tx, accountId);
    await deleteFactorRemoval(tx, accountId);
    if (await hadNoFactor(tx, notice.account, notice.mailId)) await deleteFactors(tx, accountId);
    await withdrawOwnErasure(tx, accountId);
    return mintToken(tx, { accountId, purpose: 'reset_password', email, mailId: notice.mailId });
  });
}

/** Whether the account had no factor when the mail was written; the first one's own mail has the time of the factor. */
async function hadNoFactor(tx: Transaction, { id }: AccountRow, mailId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from accounts join mails on mails.id = ${mailId}
    where accounts.id = ${id} and factors_since >= mails.created_at`);
  return rows.length > 0;
}

/** @returns the address that the account has now: the present one, if another account has the previous one by now */
async function bringBackAddress(
  { tx, jobs }: { tx: Transaction; jobs: Jobs },
  { id, email: present }: AccountRow,
  previous: string,
): Promise<string> {
  if (isSameEmail(previous, present)) return present;
  try {
    // In a savepoint: the unique index decides whether the address is free, and the rest is done either way.
    await tx.transaction(async (inner) => {
      const wanted = { email: previous, emailConfirmedAt: sql`now()` };
      await inner.update(accounts).set(wanted).where(eq(accounts.id, id));
    });
  } catch (error) {
    if (violatedUniqueKey(error) === EMAIL_KEY) return present;
    throw error;
  }
  // Without a link: its reader may be whoever changed the address.
  await queueMail(tx, jobs, {
    kind: emailChangedMail,
    accountId: id,
    recipient: present,
    parameters: { newEmail: previous },
  });
  return previous;
}
