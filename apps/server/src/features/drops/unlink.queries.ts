import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { dropAdjustments, dropMinutes, dropTotals } from './drops.tables.ts';

/** Deletes counted minutes and corrections by staff. The audit log keeps the corrections. */
export async function deleteMinutes(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(dropMinutes).where(eq(dropMinutes.accountId, accountId));
  await tx.delete(dropTotals).where(eq(dropTotals.accountId, accountId));
  await tx.delete(dropAdjustments).where(eq(dropAdjustments.accountId, accountId));
}
