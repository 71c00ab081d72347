import { PAGE_SIZES, type PageSize } from '@waygate/contract/lists';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const SEARCH_PAUSE_MS = 300;

/** A list's query as the API takes it. */
export type ListQuery = { search: string; page: string; pageSize: PageSize; sort?: string };

export type ListAddress = {
  query: ListQuery;
  /** The filters, by their names in the address. */
  filters: Record<string, string>;
  /** The search field's text, which may be ahead of the search. */
  text: string;
  setText: (text: string) => void;
  setPage: (page: number) => void;
  setPageSize: (pageSize: PageSize) => void;
  setSort: (sort: string) => void;
  setFilter: (name: string, value: string) => void;
  /** Back to the whole list. */
  clear: () => void;
};

/**
 * A list's state in its address, so that links, back and reload keep it.
 *
 * @param prefix before each name in the address, for a second list on a page
 */
export function useListAddress(filterNames: readonly string[] = [], prefix = ''): ListAddress {
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const own = ownOf(params, prefix);
  const search = own.get('search') ?? '';
  const change = (changes: Record<string, string>, { replace = false } = {}) => {
    const named = Object.entries(changes).map(([name, value]) => [`${prefix}${name}`, value]);
    const next = withChanges(params, Object.fromEntries(named)).toString();
    void navigate({ search: next && `?${next}` }, { replace });
  };
  const [text, setText] = useSearchText(search, (typed) =>
    // Otherwise each letter would be a history entry.
    change({ search: typed, page: '' }, { replace: true }),
  );
  const filters = filtersIn(own, filterNames);
  const sort = own.get('sort');
  return {
    query: { search, page: pageOf(own), pageSize: pageSizeOf(own), ...(sort && { sort }) },
    filters,
    text,
    setText,
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }),
    setPageSize: (pageSize) => change({ pageSize: pageSize === '10' ? '' : pageSize, page: '' }),
    setSort: (by) => change({ sort: by, page: '' }),
    setFilter: (name, value) => change({ [name]: value, page: '' }),
    clear: () => {
      setText('');
      change({ search: '', page: '', ...Object.fromEntries(filterNames.map((name) => [name, ''])) });
    },
  };
}

/** The typed text, searched after a pause. Going back restores the earlier search. */
function useSearchText(search: string, onPause: (text: string) => void) {
  const [text, setText] = useState(search);
  const searched = useRef(search);
  const notify = useEffectEvent(onPause);
  useEffect(() => {
    if (search === searched.current) return;
    searched.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    const typed = text.trim();
    if (typed === searched.current) return;
    const timer = setTimeout(() => {
      if (typed === searched.current) return;
      searched.current = typed;
      notify(typed);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}

/** The list's own part of the address, by the names without the prefix. */
function ownOf(params: URLSearchParams, prefix: string): URLSearchParams {
  const own = [...params].filter(([name]) => name.startsWith(prefix));
  return new URLSearchParams(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

function pageOf(params: URLSearchParams): string {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? page : '1';
}

function pageSizeOf(params: URLSearchParams): PageSize {
  return PAGE_SIZES.find((size) => size === params.get('pageSize')) ?? '10';
}

/** The filters of these names that are set. */
export function filtersIn(params: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** Empty values are removed from the address. */
export function withChanges(current: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
