import type { Database } from '#platform/db/database.ts';
import { isStatementTimeout } from '#platform/db/database-errors.ts';
import { readSnapshot, type SnapshotDb } from '#platform/db/read-snapshot.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';

/** Each holds a connection of the pool that everybody uses. */
const AT_ONCE = 2;
const MAX_WAITING = 50;
const STATEMENT_TIMEOUT_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Runs long reads: each on one connection and as of one moment.
 *
 * @param tooLong what to do when a statement takes too long, as a sentence for the person
 * @throws unavailable when a statement takes too long, or too many are waiting
 */
export type ReadGate = <T>(read: (tx: SnapshotDb) => Promise<T>, tooLong: string) => Promise<T>;

/** Lets a few reads through at a time, and none for long, so that its callers can never use up the pool's connections. */
export function createReadGate(
  db: Database,
  { atOnce = AT_ONCE, maxWaiting = MAX_WAITING, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): ReadGate {
  const inTurn = createQueue({ concurrency: atOnce, maxWaiting });
  return async (read, tooLong) => {
    try {
      return await inTurn(() => readSnapshot(db, { statementTimeoutMs }, read));
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      const refusal = unavailable(RETRY_AFTER_SECONDS, tooLong);
      refusal.cause = error;
      throw refusal;
    }
  };
}
