import * as z from 'zod/mini';
import { contentStateSchema } from './content-status.ts';
import { limitQuery, line, timeInput } from './text.ts';

/** Page sizes that staff can choose; with `all`, the list fetches windows as it is scrolled. */
export const PAGE_SIZES = ['10', '50', '100', 'all'] as const;

/** Rows of one window of `all`. */
export const WINDOW_ROWS = 100;

/** Counting stops here where an exact number would cost too much: 'more than 1 000'. */
export const COUNT_LIMIT = 1000;

/**
 * The limit for paging through search results: rows before a page are searched again for each page. Beyond it, sort
 * the other way or narrow the search.
 */
export const SEARCHED_ROWS = 100_000;

/** Articles of one page of the admin's lists. */
export const CONTENT_LIST_LIMIT = 15;

export type PageSize = (typeof PAGE_SIZES)[number];

const PAGE_MESSAGE = 'The page is a whole number from 1.';

const page = z._default(
  z.pipe(
    z.string(PAGE_MESSAGE).check(z.regex(/^[1-9]\d{0,6}$/, PAGE_MESSAGE)),
    z.transform((digits: string) => Number(digits)),
  ),
  1,
);

const search = z._default(
  line({ max: 254, message: 'Please search for at most 254 characters of text.' }),
  '',
);

/**
 * `?search=&page=&pageSize=&sort=` of a list. `sort` is a column's name, with a minus in front for descending.
 *
 * @param sorts the columns it can be sorted by; the first one is the default
 */
export function listQuery<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const orders = sorts.flatMap((name) => [name, `-${name}` as const]);
  const [first] = sorts;
  // An enum's type knows its members only where they are spelt out.
  const order = z.enum(orders, 'The list cannot be sorted by this.') as z.ZodMiniType<
    Sort | `-${Sort}`,
    Sort | `-${Sort}`
  >;
  return {
    search,
    page,
    pageSize: z._default(z.enum(PAGE_SIZES, 'The page size is 10, 50, 100 or all.'), '10'),
    sort: z.prefault(order, first),
  };
}

/** What the query of a page has and that of a file with the whole list has not. */
export const PAGE_PARTS = { page: true, pageSize: true } as const;

/** The same for a list whose file is in the order of its ids. */
export const PAGE_AND_SORT = { ...PAGE_PARTS, sort: true } as const;

/** Since and before: what a list that has a time is narrowed by. */
export const periodQuery = { from: z.optional(timeInput), to: z.optional(timeInput) };

/** The number of rows; at least this many when not exact. */
export const totals = { total: z.int(), totalIsExact: z.boolean() };

/** Offset and limit in rows of a list's page. */
export function pageWindow({ page: number, pageSize }: { page: number; pageSize: PageSize }) {
  const limit = pageSize === 'all' ? WINDOW_ROWS : Number(pageSize);
  return { offset: (number - 1) * limit, limit };
}

/** `?page=&limit=` of a list of articles; from and to are of their last change. */
export const contentListQuery = z.object({
  page,
  limit: limitQuery(CONTENT_LIST_LIMIT),
  search,
  state: z.optional(contentStateSchema),
  ...periodQuery,
});

/** What a page of articles has and a file of them has not. */
export const CONTENT_PAGE_PARTS = { page: true, limit: true } as const;
