import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { seeds } from './demo.tables.ts';

export async function selectIsSeeded(db: Db, name: string): Promise<boolean> {
  const found = await db.select({ name: seeds.name }).from(seeds).where(eq(seeds.name, name));
  return found.length > 0;
}

/**
 * Claims a seed for this transaction. A second process waits for the first one's transaction and then gets false.
 *
 * @returns whether this transaction claimed it
 */
export async function insertSeed(tx: Transaction, name: string): Promise<boolean> {
  const claimed = await tx.insert(seeds).values({ name }).onConflictDoNothing().returning();
  return claimed.length > 0;
}
