type RowKey = string | number;

/** Which rows of a table are chosen, and how to choose others. */
export type Selection<Row> = {
  selected: ReadonlySet<RowKey>;
  onChange: (selected: Set<RowKey>) => void;
  /** What a row's checkbox is called: 'Select Aria'. */
  label: (row: Row) => string;
};

/** The selection with these rows in or out of it. */
export function withRows(selected: ReadonlySet<RowKey>, keys: RowKey[], isChosen: boolean): Set<RowKey> {
  return isChosen ? selected.union(new Set(keys)) : selected.difference(new Set(keys));
}
