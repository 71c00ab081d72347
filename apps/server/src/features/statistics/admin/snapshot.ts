import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';

const TOO_LONG = 'It takes too long to add these statistics up. Please choose a shorter period.';

/**
 * Runs several queries in one snapshot, so that sums agree with their parts. They share one connection, and wait for
 * their turn among the lists of staff, so that charts leave the other connections to the players.
 */
export function inOneSnapshot<T>(gate: ReadGate, ask: (tx: Db) => Promise<T>): Promise<T> {
  return gate(async (tx) => {
    // A year of a large portal is grouped in memory, and JIT compilation would take longer than the statements.
    await tx.execute(sql`set local work_mem = '64MB'`);
    await tx.execute(sql`set local jit = off`);
    return ask(tx);
  }, TOO_LONG);
}
