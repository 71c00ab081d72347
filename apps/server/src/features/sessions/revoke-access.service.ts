import { eq } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { unusableHash } from '#platform/auth/passwords.ts';
import type { Transaction } from '#platform/db/database.ts';
import { deleteFactorSignIns } from './factor-sign-in.queries.ts';
import { endSessionsOfAccount } from './sessions.queries.ts';

/**
 * Leaves an account, whose row the transaction has locked, nothing that its password opens: for one that somebody else knows.
 * Sessions and sign-ins that wait for a second factor end, and only a reset gives it a password again. Passwords in games
 * stay.
 */
export async function revokePassword(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(accounts)
    .set({ passwordHash: unusableHash(), pendingEmail: null })
    .where(eq(accounts.id, accountId));
  await deleteFactorSignIns(tx, accountId);
  await endSessionsOfAccount(tx, accountId);
}
