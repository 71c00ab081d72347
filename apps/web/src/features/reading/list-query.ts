import { useLocation } from 'react-router';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';

/** The address's query; empty in the server's HTML, which is one for every query. */
export function useKnownQuery(): string {
  const { search } = useLocation();
  return useIsHydrated() ? search : '';
}

/** State for a link from a list to a text, so that the way back keeps the list's filter and search. */
export function useListState(): { list: string } {
  return { list: useLocation().search };
}

/** The query of the list from which a text was opened; '' without one. */
export function useListQuery(): string {
  const state: unknown = useLocation().state;
  const isHydrated = useIsHydrated();
  if (!isHydrated || typeof state !== 'object' || state === null || !('list' in state)) return '';
  return typeof state.list === 'string' && state.list.startsWith('?') ? state.list : '';
}
