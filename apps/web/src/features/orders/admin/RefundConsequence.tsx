import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import styles from './RefundConsequence.module.css';
import { takenBackBy } from './refund.rules.ts';

type RefundConsequenceProps = { order: AdminOrderDetail; isWhole: boolean };

/** What a refund takes from the player. */
export function RefundConsequence({ order, isWhole }: RefundConsequenceProps) {
  const lines = takenBackBy(order);
  if (order.state === 'review')
    return (
      <p className={styles.note}>
        Nothing is taken from the player by this. The order stays in review until you decide over it.
      </p>
    );
  if (!isWhole)
    return (
      <p className={styles.note}>
        Nothing is taken from the player while a part of the money stays. A refund cannot be undone.
      </p>
    );
  if (lines.length === 0) return <p className={styles.note}>A refund cannot be undone.</p>;
  return (
    <div className={styles.note}>
      <p>This takes back from {order.userName}:</p>
      <ul>
        {lines.map((line, place) => (
          // The same thing may be in it twice; the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={place}>{line}</li>
        ))}
      </ul>
      <p>A refund cannot be undone.</p>
    </div>
  );
}
