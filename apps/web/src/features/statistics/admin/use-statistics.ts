import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@waygate/contract/endpoint';
import {
  type getCharacterStatistics,
  type getGameStatistics,
  type getPaymentStatistics,
} from '@waygate/contract/statistics/statistics.endpoints';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { type Period, periodBefore } from './period.rules.ts';

type StatisticsEndpoint =
  | typeof getGameStatistics
  | typeof getPaymentStatistics
  | typeof getCharacterStatistics;

/** A year of a large portal is an expensive query, and nobody needs it by the second. */
const FRESH_MS = 60_000;

export type AskedStatistics<Statistics> = {
  statistics: Statistics | undefined;
  /** Those of the previous period; undefined until they are loaded, or if loading failed. */
  before: Statistics | undefined;
  /** Why loading failed; '' when it didn't. */
  failure: string;
  /** Whether the shown statistics belong to another period than the chosen one. */
  isBusy: boolean;
  retry: () => void;
};

/**
 * The statistics of a period and, if compared, of the previous one. The last ones stay while new ones load.
 *
 * @param options.refreshMs how often they are read again while somebody looks; never by default
 */
export function useStatistics<E extends StatisticsEndpoint>(
  endpoint: E,
  period: Period,
  { isCompared, refreshMs }: { isCompared: boolean; refreshMs?: number },
): AskedStatistics<CallOutput<E>> {
  const ask = (asked: Period) => ({
    queryKey: ['statistics', endpoint.path, asked],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<CallOutput<E>> =>
      // All three take a period and nothing else.
      call<StatisticsEndpoint>(endpoint, { query: asked }, { signal }) as Promise<CallOutput<E>>,
    staleTime: FRESH_MS,
  });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ask(period),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs ?? false,
  });
  // Loaded second, so that the comparison doesn't delay the chosen period.
  const isLoaded = data !== undefined && !isPlaceholderData;
  const { data: before } = useQuery({ ...ask(periodBefore(period)), enabled: isCompared && isLoaded });
  return {
    statistics: data,
    before,
    failure: error ? messageOf(error, "The statistics couldn't be loaded.") : '',
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
