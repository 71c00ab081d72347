import { searchContent } from '@waygate/contract/search/search.endpoints';
import { SEARCH_MAX, SEARCH_MIN, type SearchResult } from '@waygate/contract/search/search.schemas';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#api/call.ts';
import { type Loadable, settle } from '#api/loadable.ts';
import { useKnownQuery } from '#features/reading/list-query.ts';

const PARAMETER = 'q';

export const isLongEnough = (words: string) => words.length >= SEARCH_MIN;

/** The words in the address, and a function that puts others there; '' for none. */
export function useSearchedWords(): { words: string; search: (words: string) => void } {
  const known = useKnownQuery();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const words = (new URLSearchParams(known).get(PARAMETER) ?? '').trim().slice(0, SEARCH_MAX);
  function search(next: string) {
    if (next === words) return;
    const query = new URLSearchParams(known);
    query.delete(PARAMETER);
    if (next !== '') query.set(PARAMETER, next);
    // One step for a whole search: Back leads to the list.
    void navigate({ pathname, search: query.toString() }, { replace: words !== '', state });
  }
  return { words, search };
}

/** The hits; while others are searched for, the last ones. */
export function useSearch(words: string): {
  content: Loadable<SearchResult>;
  isSearching: boolean;
  retry: () => void;
} {
  const [retries, setRetries] = useState(0);
  const asked = `${retries} ${words}`;
  const [arrived, setArrived] = useState<{ asked: string; content: Loadable<SearchResult> }>();
  useEffect(() => {
    if (!isLongEnough(words)) return;
    const abort = new AbortController();
    async function run() {
      const found = call(searchContent, { query: { q: words } }, { signal: abort.signal });
      const content = await settle(found, 'The search failed. Try again.');
      if (!abort.signal.aborted) setArrived({ asked, content });
    }
    void run();
    return () => abort.abort();
  }, [words, asked]);
  return {
    content: arrived?.content ?? { status: 'loading' },
    isSearching: arrived?.asked !== asked,
    retry: () => setRetries(retries + 1),
  };
}
