import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListPage } from './list-source.ts';

type AccountRow = { accountDBID: number; userName: string };

/**
 * The selected rows of a list of accounts, which stay selected while other pages and searches are shown.
 *
 * @param queryKey the list's
 */
export function useSelectedAccounts<Row extends AccountRow>(queryKey: QueryKey) {
  const queries = useQueryClient();
  const [rows, setRows] = useState<Row[]>([]);
  const selected = new Set(rows.map(({ accountDBID }) => accountDBID));
  const rowsShown = () =>
    queries
      .getQueriesData<ListPage<Row>>({ queryKey, type: 'active' })
      .flatMap(([, page]) => page?.rows ?? []);
  const select = (keys: ReadonlySet<string | number>) => {
    const added = rowsShown().filter(({ accountDBID: id }) => keys.has(id) && !selected.has(id));
    setRows([...rows.filter(({ accountDBID: id }) => keys.has(id)), ...added]);
  };
  return {
    rows,
    clear: () => setRows([]),
    selection: {
      selected,
      onChange: select,
      label: ({ userName }: Row) => `Select ${userName}`,
    },
  };
}
