import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getPlayer, getTimeline } from '@waygate/contract/players/players.endpoints';
import { call } from '#api/call.ts';

/** What belongs to a player. */
export function usePlayer(accountId: string) {
  return useQuery({
    queryKey: ['user', accountId, 'player'],
    queryFn: ({ signal }) => call(getPlayer, { params: { id: accountId } }, { signal }),
  });
}

/** Pages of what happened, newest first. @param kind '' for everything */
export function useTimeline(accountId: string, kind: string) {
  return useInfiniteQuery({
    queryKey: ['user', accountId, 'timeline', kind],
    queryFn: ({ signal, pageParam }) =>
      call(
        getTimeline,
        { params: { id: accountId }, query: { ...(kind && { kinds: kind }), ...pageParam } },
        { signal },
      ),
    // The filters stay while another kind loads.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before }),
  });
}
