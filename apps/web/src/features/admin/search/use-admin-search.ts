import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchAdmin } from '@waygate/contract/admin-search/admin-search.endpoints';
import type { SearchHit, SearchKind } from '@waygate/contract/admin-search/admin-search.schemas';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useSettled } from '#ui/timers/use-settled.ts';

const PAUSE_MS = 150;

type Asked = {
  /** Only this kind. */
  kind?: SearchKind;
  /** The game server whose ids items have. */
  serverId?: number | undefined;
};

export type AdminSearch = {
  /** Of the last text that was answered; none without a text. */
  hits: SearchHit[];
  /** Whether the hits are those of the text as it is now. */
  isCurrent: boolean;
  /** Why there are none; '' when the search went well. */
  error: string;
  retry: () => void;
};

/** Searches once nothing has been typed for a moment. The answer to an older text never replaces that to a newer one. */
export function useAdminSearch(text: string, { kind, serverId }: Asked = {}): AdminSearch {
  const asked = text.trim();
  const typed = useSettled(asked, PAUSE_MS);
  // An empty text finds nothing at once.
  const settled = asked === '' ? '' : typed;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin-search', kind, serverId, settled],
    queryFn: ({ signal }) =>
      call(searchAdmin, { query: { q: settled, kind, server: serverId?.toString() } }, { signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const hasFailed = error !== null && settled === asked;
  return {
    hits: asked === '' || hasFailed ? [] : (data?.hits ?? []),
    isCurrent: asked === '' || (settled === asked && data !== undefined && !isPlaceholderData),
    error: hasFailed ? messageOf(error, 'The search failed. Try again.') : '',
    retry: () => void refetch(),
  };
}
