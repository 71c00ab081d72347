import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { eq, sql } from 'drizzle-orm';
import { insertAccount, updateEmailConfirmed, accounts } from '#features/identity/identity.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import { createToken } from '#platform/auth/tokens.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import { forbidden } from '#platform/errors/app-error.ts';

/** Held by whoever makes the first owner or ends an owner. Any constant does, if every process takes the same one. */
const OWNER_LOCK = 7_229_282;

const RANDOM_PASSWORD_LENGTH = 20;
const ALL_SECTIONS = Object.values(SECTION_PRIMES).reduce((product, prime) => product * prime, 1);

/**
 * Makes the owner's account if no account is the owner's. Any number of processes may call it at once.
 *
 * @returns the password, when it was made up here: it can be told this once and never again
 */
export async function ensureOwner(
  db: Database,
  passwords: Passwords,
  owner: Config['owner'],
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const password = owner.password ?? createToken().slice(0, RANDOM_PASSWORD_LENGTH);
  const passwordHash = await passwords.hash(password);
  const isMade = await db.transaction(async (tx) => {
    await lockOwnership(tx);
    if (await hasOwner(tx)) return false;
    await insertOwner(tx, { name: owner.name, email: owner.email, passwordHash });
    return true;
  });
  return isMade && owner.password === undefined ? password : undefined;
}

/** Until the transaction ends. Comes before every other lock, so that nobody holds an account and waits for it. */
export async function lockOwnership(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${OWNER_LOCK})`);
}

/**
 * Somebody else can still do everything. Must hold the lock of ownership.
 *
 * @throws forbidden for the last owner; one who is banned, or will be, does not count
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
    const ranks = { permission: OWNER_PERMISSION, webMgt: ALL_SECTIONS };
    const accountId = await insertAccount(db, { userName: name, email, passwordHash, ...ranks });
    await updateEmailConfirmed(db, { accountId, email });
  } catch (error) {
    if (violatedUniqueKey(error) === undefined) throw error;
    throw new Error(
      `There is no owner, and OWNER_NAME (${name}) or OWNER_EMAIL belongs to a player. Name another one.`,
      { cause: error },
    );
  }
}
