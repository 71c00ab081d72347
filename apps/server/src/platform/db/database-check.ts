import { setTimeout as pause } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import { AppError } from '#platform/errors/app-error.ts';
import type { Database } from './database.ts';

/** Tools that ask for readiness usually wait for a second or more, and 2 s are promised. */
const ANSWER_WITHIN_MS = 1500;
const RETRY_SECONDS = 5;

/**
 * A check that the database answers, with a limit of its own: `statement_timeout` is the server's, and a server that hangs
 * keeps none. Callers share the check that runs, so that a database that hangs costs one connection, however many ask.
 *
 * @returns a function that throws `unavailable` after 1.5 s, or what the pool throws before
 */
export function createDatabaseCheck({ $client: pool }: Database): () => Promise<void> {
  // The types don't know this option of a query.
  const query: QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: ANSWER_WITHIN_MS,
  };
  let running: Promise<boolean> | undefined;
  const ask = () =>
    pool
      .query(query)
      .then(() => true)
      .finally(() => (running = undefined));
  return async () => {
    running ??= ask();
    const isAnswered = await Promise.race([running, pause(ANSWER_WITHIN_MS, false, { ref: false })]);
    if (isAnswered) return;
    throw new AppError('unavailable', 'The database did not answer in time. Please try again in a moment.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
  };
}
