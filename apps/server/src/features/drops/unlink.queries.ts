import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { dropAdjustments, dropMinutes, dropRuleFailures, dropTotals } from './drops.tables.ts';

/** Deletes counted minutes, those that a rule cost, and corrections by staff. The audit log keeps the corrections. */
export async function deleteMinutes(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(dropMinutes).where(eq(dropMinutes.accountId, accountId));
  await tx.delete(dropTotals).where(eq(dropTotals.accountId, accountId));
  await tx.delete(dropRuleFailures).where(eq(dropRuleFailures.accountId, accountId));
  await tx.delete(dropAdjustments).where(eq(dropAdjustments.accountId, accountId));
}
