import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getPlayer, getTimeline, listSharedAccounts } from '@waygate/contract/players/players.endpoints';
import { call } from '#api/call.ts';

/** What belongs to a player. */
export function usePlayer(accountId: string) {
  return useQuery({
    queryKey: ['user', accountId, 'player'],
    queryFn: ({ signal }) => call(getPlayer, { params: { id: accountId } }, { signal }),
  });
}

type MoreShared = {
  /** The last account that is listed already. */
  before: number | undefined;
  isAsked: boolean;
};

/** Pages of the accounts that were last at the account's address, after those that come with the player. */
export function useSharedAccounts(accountId: number, { before, isAsked }: MoreShared) {
  const params = { id: String(accountId) };
  return useInfiniteQuery({
    queryKey: ['user', params.id, 'shared accounts', before],
    queryFn: ({ signal, pageParam }) => call(listSharedAccounts, { params, query: pageParam }, { signal }),
    enabled: isAsked,
    initialPageParam: before === undefined ? {} : { before: String(before) },
    getNextPageParam: (page) => (page.before === null ? undefined : { before: String(page.before) }),
  });
}

/** What is shown of a timeline: '' for every kind, and days as YYYY-MM-DD in the visitor's zone, both included. */
export type TimelineFilter = { kind: string; since: string; until: string };

/** Pages of what happened, newest first. */
export function useTimeline(accountId: string, { kind, since, until }: TimelineFilter) {
  const [from, to] = [startOf(since), startOf(until, 1)];
  const filter = { ...(kind && { kinds: kind }), ...(from && { from }), ...(to && { to }) };
  return useInfiniteQuery({
    queryKey: ['user', accountId, 'timeline', filter],
    queryFn: ({ signal, pageParam }) =>
      call(getTimeline, { params: { id: accountId }, query: { ...filter, ...pageParam } }, { signal }),
    // The filters stay while another kind loads.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
    initialPageParam: {},
    getNextPageParam: ({ before }) => (before === null ? undefined : { before }),
  });
}

/** When a day begins, or one so many days later; undefined for none, and for years that nobody means. */
function startOf(day: string, daysLater = 0): string | undefined {
  const time = new Date(`${day}T00:00:00`);
  if (Number.isNaN(time.getTime()) || day < '2001' || day > '9998') return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}
