type RowKey = string | number;

/** The selected rows of a table. */
export type Selection<Row> = {
  selected: ReadonlySet<RowKey>;
  onChange: (selected: Set<RowKey>) => void;
  /** The label of a row's checkbox: 'Select Aria'. */
  label: (row: Row) => string;
  /** Rows that can be selected; all by default. */
  isSelectable?: (row: Row) => boolean;
};

/** The selection with these rows added or removed. */
export function withRows(selected: ReadonlySet<RowKey>, keys: RowKey[], isChosen: boolean): Set<RowKey> {
  return isChosen ? selected.union(new Set(keys)) : selected.difference(new Set(keys));
}
