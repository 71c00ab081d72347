import type { Order } from '@waygate/contract/orders/orders.schemas';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './NewestOrder.module.css';
import { isAwaitingPayment, isPaid, ORDER_LABELS } from './order-labels.ts';
import { OrderEntry } from './OrderEntry.tsx';
import { useNewestOrder } from './use-newest-order.ts';

/** The newest order as the server reports it; the address proves nothing. */
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
  if (!order) return <Notice tone="info">There are no orders on this account.</Notice>;
  return (
    <section className={styles.newest}>
      <h2 className="visually-hidden">Your newest order</h2>
      <Notice tone={isPaid(order.state) ? 'success' : 'info'}>{statusText(order, isWatching)}</Notice>
      <OrderEntry order={order} isOpen />
    </section>
  );
}

function statusText({ state, lines }: Order, isWatching: boolean): string {
  if (isPaid(state)) return `We've received your payment. ${deliveryText(lines)}`;
  if (state === 'processing')
    return "Your bank is still processing the payment. This can take a while, with a direct debit some days. We'll email you.";
  if (state === 'review')
    return "Our team is checking the payment. You'll get your items, or your money back. Please don't pay again.";
  const { text, note } = ORDER_LABELS[state];
  if (!isAwaitingPayment(state)) return note === undefined ? `${text}.` : `${text}. ${note}.`;
  return isWatching
    ? 'Still waiting for the payment. This page updates by itself.'
    : 'Still waiting for the payment. This can take a while. Your profile will show when it arrives.';
}

function deliveryText(lines: Order['lines']): string {
  if (lines.some((line) => line.state === 'problem'))
    return 'The delivery is delayed. Our team has been notified.';
  if (lines.some((line) => line.state === 'on_hold'))
    return 'The delivery is on hold while the payment is disputed.';
  if (lines.every((line) => line.state === 'delivered')) return 'Everything has been delivered.';
  return lines.some((line) => line.state === 'waiting' || line.state === 'on_its_way')
    ? 'Your items are on their way to the game.'
    : 'The status of each item is below.';
}
