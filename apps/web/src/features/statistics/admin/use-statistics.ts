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

/** A year of a large portal is no small question, and nobody watches it by the second. */
const FRESH_MS = 60_000;

export type AskedStatistics<Statistics> = {
  statistics: Statistics | undefined;
  /** Those of the period before; undefined until they have come, and where they did not. */
  before: Statistics | undefined;
  /** Why nothing newer can be shown, '' while it may yet be. */
  failure: string;
  /** What is shown is of another period than the chosen one. */
  isBusy: boolean;
  retry: () => void;
};

/** The statistics of a period and, where they are compared, of the one before. The last ones stay until they have come. */
export function useStatistics<E extends StatisticsEndpoint>(
  endpoint: E,
  period: Period,
  { isCompared }: { isCompared: boolean },
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
  });
  // Asked afterwards: what was chosen is not kept waiting by what it is compared with.
  const isHere = data !== undefined && !isPlaceholderData;
  const { data: before } = useQuery({ ...ask(periodBefore(period)), enabled: isCompared && isHere });
  return {
    statistics: data,
    before,
    failure: error ? messageOf(error, 'The statistics could not be loaded.') : '',
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}
