import { listOrders } from '@waygate/contract/orders/orders.endpoints';
import type { OrderPage } from '@waygate/contract/orders/orders.schemas';
import { useState } from 'react';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { type Loaded, useLoaded } from '#api/use-loaded.ts';
import { type Submission, useSubmit } from '#api/use-submit.ts';

const PAGE_SIZE = '10';

export type OrderHistory = Pick<OrderPage, 'orders' | 'total' | 'remaining'> & {
  /** Whether older pages were loaded. */
  isExtended: boolean;
};

export type ReadOrderHistory = Pick<Loaded<unknown>, 'isRefreshing' | 'reload' | 'refresh'> & {
  content: Loadable<OrderHistory>;
  loadOlder: () => void;
  loading: Pick<Submission, 'isBusy' | 'error'>;
};

/**
 * The signed-in player's orders, page by page. A refresh loads all pages that are shown. It and an older page never load at once,
 * since each would be lost with the other's answer.
 */
export function useOrderHistory(): ReadOrderHistory {
  const [older, setOlder] = useState<{ than: OrderPage[]; pages: OrderPage[] }>();
  const [pageCount, setPageCount] = useState(1);
  const { content, ...loaded } = useLoaded<OrderPage[]>(
    (signal) => loadPages(pageCount, signal),
    'Failed to load your orders.',
  );
  const loading = useSubmit('Failed to load older orders.');
  const first = content.status === 'loaded' ? content.value : [];
  const pages: OrderPage[] = older?.than === first ? [...first, ...older.pages] : first;
  const last = pages.at(-1);
  return {
    ...loaded,
    refresh: () => {
      if (!loading.isBusy) loaded.refresh();
    },
    content:
      content.status === 'loaded'
        ? {
            status: 'loaded',
            value: {
              orders: pages.flatMap(({ orders }) => orders),
              total: last?.total ?? 0,
              remaining: last?.remaining ?? 0,
              isExtended: pages.length > 1,
            },
          }
        : content,
    loadOlder: () => {
      if (loaded.isRefreshing) return;
      void loading.submit(async () => {
        const page = await loadPage(last?.nextBefore ?? null);
        setOlder({ than: first, pages: [...pages.slice(first.length), page] });
        setPageCount(pages.length + 1);
      });
    },
    loading,
  };
}

/** As many pages as are there, at most `count`, at least one. */
async function loadPages(count: number, signal: AbortSignal): Promise<OrderPage[]> {
  const pages = [await loadPage(null, signal)];
  for (let next = pages[0]?.nextBefore; next && pages.length < count; next = pages.at(-1)?.nextBefore) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    pages.push(await loadPage(next, signal));
  }
  return pages;
}

function loadPage(before: number | null, signal?: AbortSignal): Promise<OrderPage> {
  const query = { limit: PAGE_SIZE, ...(before !== null && { before: String(before) }) };
  return call(listOrders, { query }, signal && { signal });
}
