import type { QueryKey } from '@tanstack/react-query';
import type { CallInput, CallOutput, Endpoint } from '@waygate/contract/endpoint';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import type { ListQuery } from './use-list-address.ts';

/** One page of a list, or one window of all of it. */
export type ListPage<Row> = { rows: Row[]; total: number; totalIsExact?: boolean };

/** How a list is loaded, and its error messages. */
export type ListSource<Row> = {
  /** Beginning of the keys under which its pages are kept; a change of the list invalidates it. */
  queryKey: QueryKey;
  /** `query` has what the address says, with the filters that are set beside search, page, size and sort. */
  load: (query: LoadQuery, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** How soon the page is loaded again while it shows these rows; false where nothing moves. */
  refreshMs?: (rows: Row[]) => number | false;
  /** Shown before the reason: 'Failed to fetch users.' */
  failurePrefix?: string;
  /** Shown alone when the server gave no reason. */
  failure?: string;
};

export type LoadQuery = ListQuery & Record<string, string>;

export type LoadPage<Row> = (query: Record<string, string>, signal: AbortSignal) => Promise<ListPage<Row>>;

/**
 * Loads a list from its endpoint.
 *
 * @param pageOf finds the rows, which stand under a name of their own beside the totals
 */
export function loadFrom<E extends Endpoint, Row>(
  endpoint: E,
  pageOf: (answer: CallOutput<E>) => ListPage<Row>,
): LoadPage<Row> {
  return async (query, signal) =>
    // An address may hold any sort and filter; the server rejects unknown ones.
    pageOf(await call(endpoint, { query } as CallInput<E>, { signal }));
}

/** The error message of a list that failed to load. */
export function failureText(
  error: unknown,
  {
    failurePrefix,
    failure = "The list couldn't be loaded.",
  }: Pick<ListSource<never>, 'failurePrefix' | 'failure'>,
): string {
  if (failurePrefix === undefined) return messageOf(error, failure);
  return `${failurePrefix.trim()} ${messageOf(error, '')}`.trim();
}
