import { NAMED_SECTIONS } from '@waygate/contract/named-sections';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { eq, sql } from 'drizzle-orm';
import { insertAccount, updateEmailConfirmed, accounts } from '#features/identity/identity.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import { createToken } from '#platform/auth/tokens.ts';
import type { Config } from '#platform/config/config.ts';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { forbidden } from '#platform/errors/app-error.ts';

const RANDOM_PASSWORD_LENGTH = 20;
/** What an owner's account has; the sections stay if it is ever demoted. */
export const OWNER_RIGHTS = {
  permission: OWNER_PERMISSION,
  webMgt: Object.values(SECTION_PRIMES).reduce((product, prime) => product * prime, 1),
  sections: [...NAMED_SECTIONS],
};

/**
 * Creates the owner's account if there is no owner. Any number of processes may call it at once.
 *
 * @param keepPassword stores a generated password where the operator finds it, before the account is committed: a crash
 *   leaves a password without an account, never an account without a password. What it throws undoes the account
 * @returns the generated password, which cannot be read again later; undefined when none was generated
 */
export async function ensureOwner(
  db: Database,
  passwords: Passwords,
  owner: Config['owner'],
  keepPassword: (password: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const password = owner.password ?? createToken().slice(0, RANDOM_PASSWORD_LENGTH);
  const passwordHash = await passwords.hash(password);
  const isCreated = await db.transaction(async (tx) => {
    await lockOwnership(tx);
    if (await hasOwner(tx)) return false;
    // A local file, once in a portal's life, under the lock: only the process that creates the owner writes it.
    if (owner.password === undefined) await keepPassword(password);
    await insertOwner(tx, { name: owner.name, email: owner.email, passwordHash });
    return true;
  });
  return isCreated && owner.password === undefined ? password : undefined;
}

/** Held until the transaction ends. Lock order: ownership before accounts. */
export async function lockOwnership(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.ownership})`);
}

/**
 * Requires that another owner exists. The caller holds the ownership lock.
 *
 * @throws forbidden for the last owner; owners with a current or future ban do not count
 */
export async function requireOtherOwner(tx: Transaction, accountId: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from accounts
    where permission = ${sql.raw(String(OWNER_PERMISSION))} and id <> ${accountId} and not exists (
      select from bans where account_id = accounts.id and is_active and (ends_at is null or ends_at > now()))
    limit 1`);
  if (rows.length === 0) throw forbidden('The last owner stays the owner and cannot be banned.');
}

async function hasOwner(db: Db): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.permission, sql.raw(String(OWNER_PERMISSION))))
    .limit(1);
  return found.length > 0;
}

async function insertOwner(
  db: Db,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<void> {
  try {
    const accountId = await insertAccount(db, { userName: name, email, passwordHash, ...OWNER_RIGHTS });
    await updateEmailConfirmed(db, { accountId, email });
  } catch (error) {
    if (violatedUniqueKey(error) === undefined) throw error;
    throw new Error(
      `There is no owner, and OWNER_NAME (${name}) or OWNER_EMAIL belongs to a player. Name another one.`,
      { cause: error },
    );
  }
}
