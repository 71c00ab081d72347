import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { seeds } from './demo.tables.ts';

export async function selectIsSeeded(db: Db, name: string): Promise<boolean> {
  const found = await db.select({ name: seeds.name }).from(seeds).where(eq(seeds.name, name));
  return found.length > 0;
}

/**
 * Claims a seed for this transaction. A second process waits here for the first one's, and then has nothing to do.
 *
 * @returns whether it was nobody's before
 */
export async function insertSeed(tx: Transaction, name: string): Promise<boolean> {
  const claimed = await tx.insert(seeds).values({ name }).onConflictDoNothing().returning();
  return claimed.length > 0;
}
