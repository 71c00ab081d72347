import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#platform/errors/app-error.ts';
import { sharePending } from '#platform/queue/share-pending.ts';
import type { Database } from './database.ts';
import { queryWithin } from './query-within.ts';

/** Tools that ask for readiness usually wait for a second or more, and 2 s are promised. */
const ANSWER_WITHIN_MS = 1500;
const RETRY_SECONDS = 5;

/**
 * A check that the database answers in time. Callers share the check that runs, so that a database that hangs costs one connection, however many ask.
 *
 * @returns a function that throws `unavailable` after 1.5 s, or what the pool throws before
 */
export function createDatabaseCheck(db: Database): () => Promise<void> {
  const ask = sharePending(() => queryWithin(db, ANSWER_WITHIN_MS, { text: 'select 1' }).then(() => true));
  return async () => {
    // Also while it waits for a connection.
    const isAnswered = await Promise.race([ask(), pause(ANSWER_WITHIN_MS, false, { ref: false })]);
    if (isAnswered) return;
    throw new AppError('unavailable', 'The database did not answer in time. Please try again in a moment.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  };
}
