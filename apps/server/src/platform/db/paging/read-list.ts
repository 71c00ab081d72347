import { pageWindow, SEARCHED_ROWS } from '@waygate/contract/lists';
import type { Db } from '#platform/db/database.ts';
import { badRequest } from '#platform/errors/app-error.ts';
import type { ReadGate } from './read-gate.ts';
import type { PageRequest } from './read-page.ts';

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

export function createReadList(gate: ReadGate): ReadList {
  return async (query, read) => {
    requireWithinReach(query);
    return gate(read, TOO_LONG);
  };
}

function requireWithinReach(query: PageRequest & { search: string }): void {
  const { offset, limit } = pageWindow(query);
  if (query.search.trim() !== '' && offset + limit > SEARCHED_ROWS) throw badRequest(outOfReach());
}

function outOfReach(): string {
  return `Only the first ${SEARCHED_ROWS.toLocaleString('en')} rows that a search finds can be paged through. Please narrow the search, or sort the other way.`;
}
