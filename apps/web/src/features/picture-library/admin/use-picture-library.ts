import { useInfiniteQuery } from '@tanstack/react-query';
import { listPictures } from '@waygate/contract/picture-library/picture-library.endpoints';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useSettled } from '#ui/timers/use-settled.ts';

/** Queries to refetch after the library changed. */
export const LIBRARY_KEYS = [['pictures'], ['audit']];

const PAUSE_MS = 200;

export type PictureUseFilter = 'all' | 'used' | 'unused';

/** The library's pages as they are searched and filtered, the last upload first. */
export function usePictureLibrary() {
  const [search, setSearch] = useState('');
  const [use, setUse] = useState<PictureUseFilter>('all');
  const settled = useSettled(search.trim(), PAUSE_MS);
  const list = useInfiniteQuery({
    queryKey: ['pictures', settled, use],
    queryFn: ({ signal, pageParam }) =>
      call(listPictures, { query: { search: settled, use, ...pageParam } }, { signal }),
    placeholderData: (previous) => previous,
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before }),
  });
  return {
    list,
    pictures: list.data?.pages.flatMap(({ pictures }) => pictures) ?? [],
    search,
    setSearch,
    use,
    setUse,
    /** What is listed, as one text. */
    shown: `${use} ${settled}`,
    isFiltered: search.trim() !== '' || use !== 'all',
    showAll: () => {
      setSearch('');
      setUse('all');
    },
  };
}
