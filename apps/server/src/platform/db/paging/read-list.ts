import { pageWindow, SEARCHED_ROWS } from '@waygate/contract/lists';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/db/database.ts';
import { isStatementTimeout } from '#platform/db/database-errors.ts';
import { badRequest, unavailable } from '#platform/errors/app-error.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import type { PageRequest } from './read-page.ts';

/** Each holds a connection of the pool that players use too. */
const AT_ONCE = 2;
const MAX_WAITING = 50;
const STATEMENT_TIMEOUT_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

const OUT_OF_REACH = `Only the first ${SEARCHED_ROWS.toLocaleString('en')} rows that a search finds can be paged through. Please narrow the search, or sort the other way.`;
const TOO_LONG = 'It takes too long to put this list together. Please narrow it by a search or a filter.';

/**
 * Reads a list for staff: rows and total as of one moment, on one connection.
 *
 * @throws bad_request for a page too far down a search
 * @throws unavailable when it takes too long, or too many are waiting
 */
export type ReadList = <T>(
  query: PageRequest & { search: string },
  read: (db: Db) => Promise<T>,
) => Promise<T>;

/** Lists are read a few at a time, and none for long, so that staff can never use up the pool's connections. */
export function createReadList(
  db: Database,
  { atOnce = AT_ONCE, maxWaiting = MAX_WAITING, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): ReadList {
  const inTurn = createQueue({ concurrency: atOnce, maxWaiting });
  const limitStatements = sql.raw(`set local statement_timeout = ${statementTimeoutMs}`);
  return async (query, read) => {
    requireWithinReach(query);
    try {
      return await inTurn(() =>
        db.transaction(
          async (tx) => {
            await tx.execute(limitStatements);
            return read(tx);
          },
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        ),
      );
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      const refusal = unavailable(RETRY_AFTER_SECONDS, TOO_LONG);
      refusal.cause = error;
      throw refusal;
    }
  };
}

function requireWithinReach(query: PageRequest & { search: string }): void {
  const { offset, limit } = pageWindow(query);
  if (query.search.trim() !== '' && offset + limit > SEARCHED_ROWS) throw badRequest(OUT_OF_REACH);
}
