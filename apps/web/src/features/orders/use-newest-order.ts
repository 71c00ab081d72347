import { listOrders } from '@waygate/contract/orders/orders.endpoints';
import type { Order } from '@waygate/contract/orders/orders.schemas';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { type Loadable, settle } from '#api/loadable.ts';
import { isAwaitingPayment, isPaid } from './order-labels.ts';

const POLL_MS = 4000;
/** Two minutes, not counting those in which the page is not seen. */
const MAX_POLLS = 30;

type NewestOrder = {
  /** Undefined for an account without orders. */
  order: Loadable<Order | undefined>;
  /** Whether it is still being asked for. */
  isWatching: boolean;
};

/** The account's newest order, as the server knows it, watched until nothing more is to be expected. */
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
      // What was there a moment ago is better than an error.
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
