import { eq, sql } from 'drizzle-orm';
import {
  countAddedFactor,
  databaseSeconds,
  type ReadTotp,
  type StoredTotp,
  totpFactors,
  totpSetups,
} from '#features/factors/factors.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { SealedText } from '#platform/crypto/sealed-box.ts';

/** Keeps a secret until a code confirms it. A newer one replaces it. */
export async function upsertSetup(db: Db, accountId: number, secret: SealedText): Promise<void> {
  await db
    .insert(totpSetups)
    .values({ accountId, ...secret })
    .onConflictDoUpdate({ target: totpSetups.accountId, set: { ...secret, createdAt: sql`now()` } });
}

export async function selectSetup(db: Db, accountId: number, minutes: number): Promise<ReadTotp | undefined> {
  const [row] = await db
    .select({
      accountId: totpSetups.accountId,
      keyId: totpSetups.keyId,
      sealed: sql<string>`encode(${totpSetups.sealed}, 'base64')`,
      now: databaseSeconds,
    })
    .from(totpSetups)
    .where(
      sql`${totpSetups.accountId} = ${accountId}
        and ${totpSetups.createdAt} > now() - make_interval(mins => ${minutes})`,
    );
  return row;
}

/**
 * Makes a setup the account's authenticator app. The transaction has locked the account.
 *
 * @returns false when another caller used or replaced the setup in the meantime
 */
export async function useSetup(
  tx: Transaction,
  { accountId, keyId, sealed }: StoredTotp,
  step: number,
): Promise<boolean> {
  const secret = Buffer.from(sealed, 'base64');
  const { rowCount } = await tx
    .delete(totpSetups)
    .where(sql`${totpSetups.accountId} = ${accountId} and ${totpSetups.sealed} = ${secret}`);
  if (rowCount !== 1) return false;
  const factor = { keyId, sealed: secret, lastStep: step };
  await tx
    .insert(totpFactors)
    .values({ accountId, ...factor })
    .onConflictDoUpdate({ target: totpFactors.accountId, set: { ...factor, confirmedAt: sql`now()` } });
  await countAddedFactor(tx, accountId);
  return true;
}

export async function deleteTotp(tx: Transaction, accountId: number): Promise<boolean> {
  const { rowCount } = await tx.delete(totpFactors).where(eq(totpFactors.accountId, accountId));
  return rowCount === 1;
}
