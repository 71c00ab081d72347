import type { ReactNode } from 'react';

/** A column of the table and its file. */
export type NumbersColumn<Row> = {
  label: string;
  /** The value in the file; also the length of the table's bars. */
  value: (row: Row) => string | number;
  /** The text in the table. */
  text: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Draws each row's share of the largest value as a bar. */
  hasBars?: boolean;
  /** In the table's footer. */
  total?: ReactNode;
};
