import type { Order } from '@waygate/contract/orders/orders.schemas';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './NewestOrder.module.css';
import { isAwaitingPayment, isPaid, ORDER_LABELS } from './order-labels.ts';
import { OrderEntry } from './OrderEntry.tsx';
import { useNewestOrder } from './use-newest-order.ts';

/** What the server knows of the newest order, whatever the address says. */
export function NewestOrder() {
  const { order, isWatching } = useNewestOrder();
  switch (order.status) {
    case 'loading':
      return <Skeleton className={styles.placeholder} />;
    case 'failed':
      return <Notice tone="error">{order.message}</Notice>;
    case 'loaded':
      return <Watched order={order.value} isWatching={isWatching} />;
  }
}

function Watched({ order, isWatching }: { order: Order | undefined; isWatching: boolean }) {
  if (!order) return <Notice tone="info">There is no order on this account.</Notice>;
  return (
    <section className={styles.newest}>
      <h2 className="visually-hidden">Your newest order</h2>
      <Notice tone={isPaid(order.state) ? 'success' : 'info'}>{newsOf(order, isWatching)}</Notice>
      <OrderEntry order={order} />
    </section>
  );
}

function newsOf({ state, lines }: Order, isWatching: boolean): string {
  if (isPaid(state)) return `We have your payment. ${deliveryNewsOf(lines)}`;
  if (!isAwaitingPayment(state)) return `${ORDER_LABELS[state].text}.`;
  return isWatching
    ? 'Still waiting for the payment. This page keeps looking, there is no need to reload it.'
    : 'Still waiting for the payment. It can take a while; your profile shows it as soon as it is here.';
}

function deliveryNewsOf(lines: Order['lines']): string {
  if (lines.some((line) => line.state === 'problem'))
    return 'The delivery is delayed, and our team has been told.';
  if (lines.every((line) => line.state === 'delivered')) return 'Everything has been delivered.';
  return lines.some((line) => line.state === 'waiting' || line.state === 'on_its_way')
    ? 'What you bought is on its way to the game.'
    : 'See below what became of each part.';
}
