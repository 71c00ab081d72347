import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { failureText, type ListPage, type ListSource, type LoadQuery } from './list-source.ts';

export type ShownList<Row> = {
  page: ListPage<Row> | undefined;
  /** Why nothing can be shown, '' while something can or may yet be. */
  failure: string;
  /** The last page still stands while the next one is on its way. */
  isBusy: boolean;
  retry: () => void;
};

/** One page of a list; the last one stays until the next has come. */
export function useListPage<Row>(source: ListSource<Row>, query: LoadQuery): ShownList<Row> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...source.queryKey, query],
    queryFn: ({ signal }) => source.load(query, signal),
    placeholderData: keepPreviousData,
  });
  return {
    page: data,
    failure: error ? failureText(error, source) : '',
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
