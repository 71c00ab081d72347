import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { dropAdjustments, dropMinutes, dropTotals } from './drops.tables.ts';

/** Those that were counted and those that staff gave or took; the audit log keeps what staff did. */
export async function deleteMinutes(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(dropMinutes).where(eq(dropMinutes.accountId, accountId));
  await tx.delete(dropTotals).where(eq(dropTotals.accountId, accountId));
  await tx.delete(dropAdjustments).where(eq(dropAdjustments.accountId, accountId));
}
