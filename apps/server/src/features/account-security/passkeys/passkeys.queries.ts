import { and, asc, eq, or, sql } from 'drizzle-orm';
import { accounts, type ActiveBan, latestBan } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { passkeys, type PasskeyRow } from '#features/factors/factors.ts';

/** The most passkeys of an account. */
export const PASSKEYS_MAX = 20;

/** The account's passkeys, the oldest first. */
export async function selectPasskeys(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.id));
}

/** A passkey, and the name that its authenticator has for the account. */
export type FoundPasskey = PasskeyRow & { userHandle: string };

export async function selectPasskeyByCredential(
  db: Db,
  credentialId: Buffer,
): Promise<FoundPasskey | undefined> {
  const [found] = await db
    .select({ passkey: passkeys, reference: accounts.reference })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .where(eq(passkeys.credentialId, credentialId));
  return found && { ...found.passkey, userHandle: userHandleOf(found).toString('base64url') };
}

/** The account's name for authenticators. It is random, and says nothing of the account. */
export function userHandleOf({ reference }: { reference: string }): Buffer {
  return Buffer.from(reference.replaceAll('-', ''), 'hex');
}

/** @returns undefined when some account has this passkey already */
export async function insertPasskey(
  tx: Transaction,
  passkey: Pick<PasskeyRow, 'accountId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
): Promise<PasskeyRow | undefined> {
  const [inserted] = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return inserted;
}

type Named = { id: number; accountId: number };

export async function updatePasskeyName(
  db: Db,
  { id, accountId, name }: Named & { name: string },
): Promise<PasskeyRow | undefined> {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
    .returning();
  return renamed;
}

/** @returns whether the account had this passkey */
export async function deletePasskey(db: Db, { id, accountId }: Named): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)));
  return rowCount === 1;
}

/**
 * Records a use with the authenticator's count, which only grows: a copy of the passkey would repeat it. Authenticators
 * that don't count always send 0. The transaction has locked the account.
 *
 * @returns whether the count is a new one; `removed` when the account has no such passkey any more
 */
export async function updatePasskeyUse(
  tx: Transaction,
  { id, accountId, counter }: Named & { counter: number },
): Promise<'used' | 'repeated' | 'removed'> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));
  const isNew = or(sql`${passkeys.counter} < ${counter}`, sql`${passkeys.counter} = 0 and ${counter} = 0`);
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(isOwn, isNew));
  if (rowCount === 1) return 'used';
  const [kept] = await tx.select({ id: passkeys.id }).from(passkeys).where(isOwn);
  return kept ? 'repeated' : 'removed';
}

/** The bans in force of an account, and of a network. */
export async function selectBans(
  tx: Transaction,
  { accountId, network }: { accountId: number; network: string },
): Promise<{ ban: ActiveBan | null; addressBan: ActiveBan | null }> {
  const [bans] = await tx
    .select({
      ban: latestBan(sql`bans.account_id = ${accountId}`),
      addressBan: latestBan(sql`bans.network = ${network}`),
    })
    .from(sql`(select 1) as asked`);
  return bans ?? { ban: null, addressBan: null };
}
