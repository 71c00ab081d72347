import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { and, asc, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { accounts } from './accounts.tables.ts';
import { accountActivity } from './activity.tables.ts';
import { isBanned } from './bans.queries.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** The unique indexes of user names and e-mail addresses. */
export const USER_NAME_KEY = 'accounts_user_name_key';
export const EMAIL_KEY = 'accounts_email_key';

/** @param lastIp of the account's activity, whose row a trigger adds */
export async function insertAccount(
  db: Db,
  { lastIp = null, ...account }: typeof accounts.$inferInsert & { lastIp?: string | null },
): Promise<number> {
  const [row] = await db.insert(accounts).values(account).returning({ id: accounts.id });
  if (!row) throw new Error('The account was not written.');
  if (lastIp !== null)
    await db.update(accountActivity).set({ lastIp }).where(eq(accountActivity.accountId, row.id));
  return row.id;
}

const accountById = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('account_by_id'),
);

export async function selectAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  const [row] = await accountById(db).execute({ id });
  return row;
}

export async function selectAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${email})`);
  return row;
}

/**
 * Locks these accounts until the transaction ends. Lock order: account id. Another order deadlocks.
 *
 * @returns the accounts that exist
 */
export function lockAccounts(tx: Transaction, ids: number[]): Promise<AccountRow[]> {
  return tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update');
}

/** Confirms the account's address if it still is this one. @returns whether it was */
export async function updateEmailConfirmed(
  db: Db,
  { accountId, email }: { accountId: number; email: string },
): Promise<boolean> {
  const confirmed = await db
    .update(accounts)
    .set({ emailConfirmedAt: sql`coalesce(${accounts.emailConfirmedAt}, now())` })
    .where(and(eq(accounts.id, accountId), sql`lower(${accounts.email}) = lower(${email})`))
    .returning({ id: accounts.id });
  return confirmed.length > 0;
}

export const NO_SUCH_ACCOUNT = 'There is no account with this id.';

/** SQL condition on accounts: `opensAdmin` of the contract. A section that only a newer version knows counts too. */
export const isStaffAccount = sql<boolean>`(
  ${accounts.webMgt} > 1 or ${accounts.permission} = ${sql.raw(String(OWNER_PERMISSION))} or ${accounts.sections} <> '{}')`;

/** Where owners get mail: confirmed addresses of owners who aren't banned. */
export async function selectOwnerMailboxes(db: Db): Promise<{ accountId: number; email: string }[]> {
  return db
    .select({ accountId: accounts.id, email: accounts.email })
    .from(accounts)
    .where(
      and(
        // Literals, so that the index of staff is used (`accounts_ranked_idx`).
        sql`${accounts.permission} > 0`,
        eq(accounts.permission, sql.raw(String(OWNER_PERMISSION))),
        isNotNull(accounts.emailConfirmedAt),
        not(isBanned(accounts.id)),
      ),
    )
    .orderBy(asc(accounts.id));
}
