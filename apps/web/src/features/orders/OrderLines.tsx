import type { Order } from '@waygate/contract/orders/orders.schemas';
import { grantText } from '@waygate/contract/products/grant-text';
import { DeliveryStatus } from '#features/deliveries/DeliveryStatus.tsx';
import { lineLabel } from './order-labels.ts';
import styles from './OrderLines.module.css';

/** An order's items and their delivery status. */
export function OrderLines({ order: { lines, state } }: { order: Pick<Order, 'lines' | 'state'> }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => (
        // The same item may appear twice; the list never changes its order.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <li key={index}>
          <span>{grantText(line)}</span>
          <DeliveryStatus delivery={line} label={lineLabel(line.state, state)} />
        </li>
      ))}
    </ul>
  );
}
