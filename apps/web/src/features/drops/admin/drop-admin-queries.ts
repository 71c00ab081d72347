import { useQuery } from '@tanstack/react-query';
import { getAccountMinutes, getSampleHealth } from '@waygate/contract/drops/drops.admin.endpoints';
import { call } from '#api/call.ts';
import { SEASONS_KEY } from '#features/seasons/admin/use-seasons.ts';

const HEALTH_POLL_MS = 60_000;

/** Queries to refetch after a season changed. */
export const SEASON_KEYS = [SEASONS_KEY, ['audit']];
export const STREAMERS_KEY = ['drop-streamers'];
export const ACCOUNT_DROPS_KEY = ['account-drops'];

/** How the last hour was sampled, and the newest samples, as of this minute. */
export function useSampleHealth() {
  return useQuery({
    queryKey: ['drop-samples'],
    queryFn: ({ signal }) => call(getSampleHealth, {}, { signal }),
    refetchInterval: HEALTH_POLL_MS,
  });
}

/** One account's minutes and claims. */
export function useAccountDrops(accountId: string) {
  return useQuery({
    queryKey: [...ACCOUNT_DROPS_KEY, accountId],
    queryFn: ({ signal }) => call(getAccountMinutes, { params: { accountDBID: accountId } }, { signal }),
  });
}
