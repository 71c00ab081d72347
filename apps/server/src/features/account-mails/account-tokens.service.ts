import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { and, eq, sql } from 'drizzle-orm';
import { type AccountRow, accounts, lockAccounts } from '#features/identity/identity.ts';
import { isMailWaiting, selectWaitingMailIds } from '#features/mail/mail.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { tooManyRequests } from '#platform/errors/app-error.ts';
import { accountTokens } from './account-tokens.tables.ts';

const HOUR_SECONDS = 3600;

export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose'];

const LIFETIME_HOURS: Record<TokenPurpose, number> = {
  confirm_email: 24,
  reset_password: 1,
  change_email: 24,
  not_me: 7 * 24,
  undo_email: 7 * 24,
};

/** Of the kind of mail that carries such a token. */
type MailsAnHour = { mailsAnHour: number };

type NewToken = { accountId: number; purpose: TokenPurpose; email: string; mailId: string };

/** Creates a token for one mail. Its lifetime begins now. */
export async function mintToken(db: Db, { accountId, purpose, email, mailId }: NewToken): Promise<string> {
  const token = createToken();
  await db.insert(accountTokens).values({
    tokenHash: hashToken(token),
    accountId,
    purpose,
    email,
    mailId,
    expiresAt: sql`now() + make_interval(hours => ${LIFETIME_HOURS[purpose]})`,
  });
  return token;
}

/** Like `mintToken`, but returns undefined when `mailsAnHour` other mails of the last hour had such a token. */
export async function mintRationedToken(
  db: Database,
  { mailsAnHour, ...token }: NewToken & MailsAnHour,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // Locks the account, so that two workers cannot both take the last place.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, token.accountId)).for('update');
    const recent = await selectRecentMails(tx, { ...token, besides: [token.mailId] });
    return recent.mails < mailsAnHour ? mintToken(tx, token) : undefined;
  });
}

/**
 * The token of a link 'This wasn't me', for a mail that still waits: under the account's lock, so that what
 * `voidUndoTokens` has ended never begins again.
 *
 * @returns undefined when the mail was deleted
 */
export function mintNoticeToken(db: Database, token: NewToken): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockAccounts(tx, [token.accountId]);
    return (await isMailWaiting(tx, token.mailId)) ? mintToken(tx, token) : undefined;
  });
}

/**
 * Requires that the account may get another mail of this kind in this hour, waiting ones included. The caller holds the
 * account's lock.
 *
 * @throws too_many_requests
 */
export async function requireMailRation(
  tx: Transaction,
  {
    accountId,
    purpose,
    kind,
    mailsAnHour,
  }: MailsAnHour & Pick<NewToken, 'accountId' | 'purpose'> & { kind: string },
): Promise<void> {
  const waiting = await selectWaitingMailIds(tx, { accountId, kind });
  const { mails, secondsLeft } = await selectRecentMails(tx, { accountId, purpose, besides: waiting });
  if (mails + waiting.length >= mailsAnHour) throw tooManyRequests(secondsLeft ?? HOUR_SECONDS);
}

/** How many other mails of the last hour had such a token, and the seconds until the oldest of them is an hour old. */
async function selectRecentMails(
  tx: Transaction,
  { accountId, purpose, besides }: Pick<NewToken, 'accountId' | 'purpose'> & { besides: string[] },
): Promise<{ mails: number; secondsLeft: number | null }> {
  const [recent] = await tx
    .select({
      mails: sql<number>`count(distinct ${accountTokens.mailId})::int`,
      secondsLeft: sql<number | null>`
        extract(epoch from min(${accountTokens.createdAt}) + interval '1 hour' - now())::float8`,
    })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.accountId, accountId),
        eq(accountTokens.purpose, purpose),
        sql`${accountTokens.mailId} <> all(${sql.param(besides)}::uuid[])`,
        sql`${accountTokens.createdAt} > now() - interval '1 hour'`,
      ),
    );
  return recent ?? { mails: 0, secondsLeft: null };
}

/** Marks the token as used. @returns undefined when it is unknown, used or expired */
export async function useToken(
  db: Db,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{ accountId: number; email: string; mailId: string } | undefined> {
  const [used] = await db
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountTokens.tokenHash, hashToken(token)),
        eq(accountTokens.purpose, purpose),
        sql`${accountTokens.usedAt} is null`,
        sql`${accountTokens.expiresAt} > now()`,
      ),
    )
    .returning({
      accountId: accountTokens.accountId,
      email: accountTokens.email,
      mailId: accountTokens.mailId,
    });
  return used;
}

/** Invalidates the account's unused reset tokens. */
export async function voidResetTokens(db: Db, accountId: number): Promise<void> {
  await db
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(accountTokens.accountId, accountId),
        eq(accountTokens.purpose, 'reset_password'),
        sql`${accountTokens.usedAt} is null`,
      ),
    );
}

/** A mail that may still bring a previous address back, sent or not. */
const undoableMails = (accountId: number) => sql`
  kind = 'email-changed' and parameters @> '{"canBeUndone": true}' and mails.account_id = ${accountId}
  and sent_at is null and failed_at is null`;

/**
 * Whether somebody may still bring a previous address back. Then the next one gets no such link: of two owners of an
 * account the first one wins. The caller holds the account's lock.
 */
export async function canEmailBeUndone(tx: Transaction, accountId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from account_tokens
    where account_id = ${accountId} and purpose = 'undo_email' and used_at is null and expires_at > now()
    union all
    select from mails where ${undoableMails(accountId)}`);
  return rows.length > 0;
}

/** From now on nobody brings a previous address back. The caller holds the account's lock. */
export async function voidUndoTokens(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    update account_tokens set used_at = now()
    where account_id = ${accountId} and purpose = 'undo_email' and used_at is null`);
  // Without its mail none is created: see `mintNoticeToken`.
  await tx.execute(sql`delete from mails where ${undoableMails(accountId)}`);
}

/**
 * Uses a link 'This wasn't me', and locks its account. Lock order: account, then tokens. Reversing it deadlocks two links of
 * one account.
 *
 * @returns undefined when it is unknown, used or expired, and when the account has another address than the one that the
 *   link was sent to, which only the link of an e-mail change is for
 */
export async function spendNoticeToken(
  tx: Transaction,
  token: string,
): Promise<{ account: AccountRow; email: string; mailId: string } | undefined> {
  const [found] = await tx
    .select()
    .from(accountTokens)
    .where(eq(accountTokens.tokenHash, hashToken(token)));
  if (found?.purpose !== 'not_me' && found?.purpose !== 'undo_email') return undefined;
  const { purpose } = found;
  const [account] = await lockAccounts(tx, [found.accountId]);
  if (!account || (purpose === 'not_me' && !isSameEmail(found.email, account.email))) return undefined;
  const used = await useToken(tx, { token, purpose });
  return used && { account, email: used.email, mailId: used.mailId };
}

/** The token's account, if it still has the address that the token was sent to. Used tokens count. */
export async function findAccountOfSpentToken(
  db: Db,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{ isEmailConfirmed: boolean } | undefined> {
  const [account] = await db
    .select({ isEmailConfirmed: sql<boolean>`${accounts.emailConfirmedAt} is not null` })
    .from(accountTokens)
    .innerJoin(accounts, eq(accounts.id, accountTokens.accountId))
    .where(
      and(
        eq(accountTokens.tokenHash, hashToken(token)),
        eq(accountTokens.purpose, purpose),
        sql`lower(${accounts.email}) = lower(${accountTokens.email})`,
      ),
    );
  return account;
}

/** Keeps tokens for a week after they expire, so that an old link can still report success. */
export async function deleteExpiredTokens(db: Db): Promise<void> {
  await db.delete(accountTokens).where(sql`${accountTokens.expiresAt} < now() - interval '7 days'`);
}
