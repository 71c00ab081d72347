import { useQueryClient } from '@tanstack/react-query';
import type { Streamer } from '@waygate/contract/drops/drops.admin.schemas';
import { useState } from 'react';
import type { ListPage } from '#features/admin/lists/list-source.ts';
import { STREAMERS_KEY } from './drop-admin-queries.ts';

/** The selected rows, which stay selected while other pages and searches are shown. */
export function useSelectedStreamers() {
  const queries = useQueryClient();
  const [streamers, setStreamers] = useState<Streamer[]>([]);
  const selected = new Set(streamers.map(({ accountDBID }) => accountDBID));
  const rowsShown = () =>
    queries
      .getQueriesData<ListPage<Streamer>>({ queryKey: STREAMERS_KEY, type: 'active' })
      .flatMap(([, page]) => page?.rows ?? []);
  const select = (keys: ReadonlySet<string | number>) => {
    const added = rowsShown().filter(({ accountDBID: id }) => keys.has(id) && !selected.has(id));
    setStreamers([...streamers.filter(({ accountDBID: id }) => keys.has(id)), ...added]);
  };
  return {
    streamers,
    clear: () => setStreamers([]),
    selection: {
      selected,
      onChange: select,
      label: ({ userName }: Streamer) => `Select ${userName}`,
    },
  };
}
