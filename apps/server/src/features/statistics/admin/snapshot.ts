import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';

/**
 * Runs several queries in one snapshot, so that sums agree with their parts. They share one connection, so that a busy
 * chart leaves the others to the players.
 */
export function inOneSnapshot<T>(db: Database, ask: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      // A year of a large portal is grouped in memory, and JIT compilation would take longer than the statements.
      await tx.execute(sql`set local work_mem = '64MB'`);
      await tx.execute(sql`set local jit = off`);
      return ask(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
