import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { failureText, type ListPage, type ListSource, type LoadQuery } from './list-source.ts';

export type ShownList<Row> = {
  page: ListPage<Row> | undefined;
  /** Why loading failed; '' when it didn't. */
  failure: string;
  /** Whether the last page is still shown while the next one loads. */
  isBusy: boolean;
  retry: () => void;
};

/** One page of a list; the last one stays until the next is loaded. */
export function useListPage<Row>(source: ListSource<Row>, query: LoadQuery): ShownList<Row> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...source.queryKey, query],
    queryFn: ({ signal }) => source.load(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && source.refreshMs?.(state.data.rows)) ?? false,
  });
  return {
    page: data,
    failure: error ? failureText(error, source) : '',
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
