import type { ReactNode } from 'react';

/** One column of a table. */
export type Column<Row> = {
  id: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** The API's sort key of this column. */
  sortKey?: string;
  align?: 'end';
  /** Whether it names the row: the title of its card on small screens. */
  isPrimary?: boolean;
  /** CSS width, for columns that need much more or less room than others. */
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

/** The sort after a press on a column's header. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return sort === key ? `-${key}` : key;
}
