import type { Order } from '@waygate/contract/orders/orders.schemas';
import { ChevronDown } from 'lucide-react';
import { DeliveryLabel } from '#features/deliveries/DeliveryLabel.tsx';
import { GiftPicture } from '#features/shop/GiftPicture.tsx';
import { priceText } from '#features/shop/price-text.ts';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { deliverySummary, needsAttention, ORDER_LABELS } from './order-labels.ts';
import styles from './OrderEntry.module.css';
import { OrderLines } from './OrderLines.tsx';

type OrderEntryProps = {
  order: Order;
  /** Whether there are several game servers, so that the order's is named. */
  hasServers?: boolean;
  /** Whether its items are shown at first; they always are where the player has to do something. */
  isOpen?: boolean;
};

/** One order with its product, price, time and status. A press shows its items. */
export function OrderEntry({ order, hasServers = false, isOpen = false }: OrderEntryProps) {
  const { orderId, productName, price, createdAt } = order;
  return (
    <article className={styles.order}>
      <details open={isOpen || order.lines.some(needsAttention)}>
        <summary className={styles.row}>
          <span className={styles.picture}>
            <GiftPicture product={order} />
          </span>
          <span className={styles.name}>
            <h3>{productName}</h3>
            <span className={styles.when}>
              Order {orderId} · <LocalTime value={createdAt} />
              {hasServers && order.serverName !== null && ` · ${order.serverName}`}
            </span>
          </span>
          <OrderStatus order={order} />
          <span className={styles.price}>{priceText(price)}</span>
          <ChevronDown aria-hidden size={18} className={styles.toggle} />
        </summary>
        <OrderLines order={order} />
      </details>
    </article>
  );
}

/** What became of the money, and of the items. */
function OrderStatus({ order }: { order: Order }) {
  const { refunded, state, lines } = order;
  const { text, note, tone } = ORDER_LABELS[state];
  const summary = deliverySummary(lines, state);
  const remark = refunded > 0 ? `${priceText(refunded)} refunded` : note;
  return (
    <span className={styles.status}>
      <span className={classNames(styles.state, styles[tone])}>{text}</span>
      {remark !== undefined && <span className={styles.remark}>{remark}</span>}
      {summary && <DeliveryLabel label={summary} />}
    </span>
  );
}
