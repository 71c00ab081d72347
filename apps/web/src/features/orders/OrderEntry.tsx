import type { Order } from '@waygate/contract/orders/orders.schemas';
import { priceText } from '#features/shop/price-text.ts';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { ORDER_LABELS } from './order-labels.ts';
import styles from './OrderEntry.module.css';
import { OrderLines } from './OrderLines.tsx';

type OrderEntryProps = {
  order: Order;
  /** Whether there are several game servers, so that the order's is named. */
  hasServers?: boolean;
};

/** One order with its product, price, time and status. */
export function OrderEntry({ order, hasServers = false }: OrderEntryProps) {
  const { orderId, productName, price, refunded, createdAt, state } = order;
  const { text, tone } = ORDER_LABELS[state];
  return (
    <article className={styles.order}>
      <header className={styles.header}>
        <h3>{productName}</h3>
        <p className={styles.price}>{priceText(price)}</p>
        <p className={styles.when}>
          Order {orderId} · <LocalTime value={createdAt} />
          {hasServers && order.serverName !== null && ` · ${order.serverName}`}
        </p>
        {refunded > 0 && <p className={styles.refunded}>{priceText(refunded)} refunded</p>}
      </header>
      <p className={classNames(styles.state, styles[tone])}>{text}</p>
      <OrderLines order={order} />
    </article>
  );
}
