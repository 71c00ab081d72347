import type { ReactNode } from 'react';

/** One column of a table. */
export type Column<Row> = {
  id: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** The API's sort key of this column. */
  sortKey?: string;
  align?: 'end';
  /** Whether it names the row, and begins it on a phone. It takes the room that is left, unless another column does. */
  isPrimary?: boolean;
  /** Takes the room that is left, or this share of it in percent, and is cut first where there is too little. */
  grows?: boolean | number;
  /** Its text may take several lines. */
  wraps?: boolean;
  /** CSS width, for columns that need much more or less room than others. */
  width?: string;
  /**
   * Its place in the two lines that a row has on a phone: at the end of the first or of the second line, in the second with
   * its label, below both, or nowhere. By default it follows in the second line; buttons, the column `actions`, stand below.
   */
  phone?: 'top' | 'bottom' | 'labelled' | 'below' | 'hidden';
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

/** The columns that take the room that is left. */
export function growingColumns<Row>(columns: Column<Row>[]): Column<Row>[] {
  const growing = columns.filter(({ grows }) => grows);
  return growing.length > 0 ? growing : columns.filter(({ isPrimary }) => isPrimary);
}
