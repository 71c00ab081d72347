import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { selectWaitingMailIds } from '#features/mail/mail.ts';
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
): Promise<{ accountId: number; email: string } | undefined> {
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
    .returning({ accountId: accountTokens.accountId, email: accountTokens.email });
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
