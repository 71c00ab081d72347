import type { ReactNode } from 'react';

/** One column of a table. */
export type Column<Row> = {
  id: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** What the server calls it when the list is sorted by this column. */
  sortKey?: string;
  align?: 'end';
  /** What a row is called: the title of its card on small screens. */
  isPrimary?: boolean;
  /** As CSS has it, for columns that need much more or less room than others. */
  width?: string;
};

/** How a list is sorted: a column's key, with a minus in front for descending. */
export type Sort = string;

export function sortDirection(
  sort: Sort | undefined,
  key: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (key === undefined) return undefined;
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : undefined;
}

/** What a press on a column's head sorts by next. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return sort === key ? `-${key}` : key;
}
