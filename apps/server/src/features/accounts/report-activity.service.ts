import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { eq, sql } from 'drizzle-orm';
import {
  emailChangedMail,
  mintToken,
  spendNoticeToken,
  voidResetTokens,
} from '#features/account-mails/account-mails.ts';
import { deleteFactorRemoval, deleteFactors, revertFactorsSince } from '#features/factors/factors.ts';
import { type AccountRow, accounts, EMAIL_KEY, withdrawOwnErasure } from '#features/identity/identity.ts';
import { queueMail } from '#features/mail/mail.ts';
import { revokePassword } from '#features/sessions/sessions.ts';
import type { RevokeInGames } from '#platform/auth/portal-password.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { invalidToken } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

const INVALID_LINK =
  'This link was used already, has expired, or belongs to a previous address. Use the newest mail, or reset your password.';

/**
 * 'This wasn't me' of a security mail: ends all sessions, the password, here and in games, reset links, a pending e-mail change, a
 * planned removal of factors, the account's own request to be erased and factors that were added or replaced since. Brings the
 * previous address back if the mail is about its change.
 *
 * @returns the token of a password reset
 * @throws invalid_token
 */
export async function reportActivity(
  { db, jobs, revokeInGames }: { db: Database; jobs: Jobs; revokeInGames: RevokeInGames },
  token: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const notice = await spendNoticeToken(tx, token);
    if (!notice) throw invalidToken(INVALID_LINK);
    const accountId = notice.account.id;
    await revokePassword(tx, accountId);
    await revokeInGames(tx, accountId);
    const email = await bringBackAddress({ tx, jobs }, notice.account, notice.email);
    await voidResetTokens(tx, accountId);
    await deleteFactorRemoval(tx, accountId);
    await endAddedFactors(tx, { accountId, email: notice.email });
    await withdrawOwnErasure(tx, accountId);
    return mintToken(tx, { accountId, purpose: 'reset_password', email, mailId: notice.mailId });
  });
}

/**
 * Removes all factors of an account that had none when the oldest mail was written whose link its reader still has. Of another
 * account, ends what was added since, and brings an authenticator app and recovery codes back that were replaced: an intruder
 * may have done it, and moved the address afterwards. So a mailbox alone gets around no factor. A factor's own mail has its time.
 */
async function endAddedFactors(
  tx: Transaction,
  { accountId, email }: { accountId: number; email: string },
): Promise<void> {
  const { rows } = await tx.execute<{ since: string; hadNone: boolean | null }>(sql`
    select min(mails.created_at)::text as since, min(factors_since) >= min(mails.created_at) as "hadNone"
    from account_tokens token join mails on mails.id = mail_id join accounts on accounts.id = token.account_id
    where token.account_id = ${accountId} and purpose in ('not_me', 'undo_email')
      and lower(token.email) = lower(${email}) and expires_at > now()`);
  const [{ since, hadNone } = { since: null, hadNone: null }] = rows;
  if (hadNone) await deleteFactors(tx, accountId);
  else if (since !== null) await revertFactorsSince(tx, { accountId, since });
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
  // Without a link: its reader may be the one who changed the address.
  await queueMail(tx, jobs, {
    kind: emailChangedMail,
    accountId: id,
    recipient: present,
    parameters: { newEmail: previous },
  });
  return previous;
}
