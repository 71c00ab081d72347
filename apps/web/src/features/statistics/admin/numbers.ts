import type { ReactNode } from 'react';

/** A column of numbers, or of what they are about, for the table and its file alike. */
export type NumbersColumn<Row> = {
  label: string;
  /** As the file has it; a table's bars are as long as it says. */
  value: (row: Row) => string | number;
  /** As the table shows it. */
  text: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Draws how much of the largest value each row has. */
  hasBars?: boolean;
  /** At the foot. */
  total?: ReactNode;
};
