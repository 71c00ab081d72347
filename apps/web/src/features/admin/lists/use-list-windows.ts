import { useQueries, useQueryClient } from '@tanstack/react-query';
import { SEARCHED_ROWS, WINDOW_ROWS } from '@waygate/contract/lists';
import { useEffect, useState } from 'react';
import { failureText, type ListPage, type ListSource, type LoadQuery } from './list-source.ts';

/** Scrolling must pause this long before rows are fetched: a fling passes thousands of rows. */
const REST_MS = 100;

/** Windows out of sight are dropped soon: there may be ten thousand of them. */
const KEPT_MS = 30_000;

export type ListWindows<Row> = {
  /** Undefined until the first window is loaded. */
  total: number | undefined;
  totalIsExact: boolean;
  rowAt: (index: number) => Row | undefined;
  /** Why rows failed to load; '' when none did. */
  failure: string;
  retry: () => void;
  onRangeChange: (first: number, last: number) => void;
};

/** A whole list of which only the visible windows are fetched. */
export function useListWindows<Row>(source: ListSource<Row>, query: LoadQuery): ListWindows<Row> {
  const client = useQueryClient();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [fetched, setFetched] = useState(range);
  useEffect(() => {
    const timer = setTimeout(() => setFetched(range), REST_MS);
    return () => clearTimeout(timer);
  }, [range]);
  const keyOf = (number: number) => [...source.queryKey, { ...query, page: String(number) }];
  const windows = windowsOf(fetched);
  const answers = useQueries({
    queries: windows.map((number) => ({
      queryKey: keyOf(number),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        source.load({ ...query, page: String(number) }, signal),
      refetchInterval: ({ state }: { state: { data: ListPage<Row> | undefined } }) =>
        (state.data && source.refreshMs?.(state.data.rows)) ?? false,
      gcTime: KEPT_MS,
    })),
  });
  const [known, setKnown] = useState<KnownTotal>();
  const grown = answers.reduce(
    (total, { data }, position) =>
      data ? grownTotal(total, data, windows[position] ?? 1, reachOf(query)) : total,
    known,
  );
  if (grown?.total !== known?.total || grown?.totalIsExact !== known?.totalIsExact) setKnown(grown);
  const failed = answers.find(({ error, data }) => error && !data);
  return {
    total: grown?.total,
    totalIsExact: grown?.totalIsExact ?? true,
    rowAt: (index) => client.getQueryData<ListPage<Row>>(keyOf(windowOf(index)))?.rows[index % WINDOW_ROWS],
    failure: failed ? failureText(failed.error, source) : '',
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
    onRangeChange: (first, last) => setRange({ first, last }),
  };
}

type KnownTotal = { total: number; totalIsExact: boolean };

/** Where counting stops early, the list grows with each full window and ends with a partial one. */
function grownTotal<Row>(
  known: KnownTotal | undefined,
  { rows, total, totalIsExact = true }: ListPage<Row>,
  window: number,
  reach: number,
): KnownTotal {
  if (totalIsExact) return { total, totalIsExact };
  const reached = (window - 1) * WINDOW_ROWS + rows.length;
  if (rows.length < WINDOW_ROWS) return { total: reached, totalIsExact: true };
  if (known?.totalIsExact) return known;
  const next = Math.min(reached + WINDOW_ROWS, reach);
  return { total: Math.max(known?.total ?? 0, total, next), totalIsExact };
}

/** The server limits how far a search's results can be paged. */
function reachOf({ search }: LoadQuery): number {
  return search.trim() === '' ? Infinity : SEARCHED_ROWS;
}

function windowOf(index: number): number {
  return Math.floor(index / WINDOW_ROWS) + 1;
}

function windowsOf({ first, last }: { first: number; last: number }): number[] {
  const from = windowOf(Math.max(first, 0));
  const to = windowOf(Math.max(last, first, 0));
  return Array.from({ length: to - from + 1 }, (_, position) => from + position);
}
