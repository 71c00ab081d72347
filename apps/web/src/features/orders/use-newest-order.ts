import { listOrders } from '@waygate/contract/orders/orders.endpoints';
import type { Order } from '@waygate/contract/orders/orders.schemas';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { type Loadable, settle } from '#api/loadable.ts';
import { isAwaitingPayment, isPaid } from './order-labels.ts';

const POLL_MS = 4000;
/** Two minutes of polling while the page is visible. */
const MAX_POLLS = 30;

type NewestOrder = {
  /** Undefined for an account without orders. */
  order: Loadable<Order | undefined>;
  /** Whether it's still being polled. */
  isWatching: boolean;
};

/** The account's newest order, polled until its state is final. */
export function useNewestOrder(): NewestOrder {
  const [order, setOrder] = useState<Loadable<Order | undefined>>({ status: 'loading' });
  const [isWatching, setIsWatching] = useState(true);
  useEffect(() => {
    if (!isWatching) return;
    const abort = new AbortController();
    let polls = 0;
    let isAsking = false;
    async function ask() {
      isAsking = true;
      const answer = await settle(loadNewest(abort.signal), 'Failed to load your order.');
      if (abort.signal.aborted) return;
      isAsking = false;
      // The last known order is better than an error.
      setOrder((known) => (answer.status === 'failed' && known.status === 'loaded' ? known : answer));
      if (polls >= MAX_POLLS || (answer.status === 'loaded' && isSettled(answer.value))) setIsWatching(false);
    }
    void ask();
    const timer = setInterval(() => {
      if (document.hidden || isAsking) return;
      polls += 1;
      void ask();
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [isWatching]);
  return { order, isWatching };
}

async function loadNewest(signal: AbortSignal): Promise<Order | undefined> {
  const { orders } = await call(listOrders, { query: { limit: '1' } }, { signal });
  return orders[0];
}

function isSettled(order: Order | undefined): boolean {
  if (!order) return true;
  if (isAwaitingPayment(order.state)) return false;
  return (
    !isPaid(order.state) || order.lines.every(({ state }) => state !== 'waiting' && state !== 'on_its_way')
  );
}
