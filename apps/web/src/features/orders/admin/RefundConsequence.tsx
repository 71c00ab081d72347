import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import styles from './RefundConsequence.module.css';
import { isAnyMarkedDelivered, revokedBy } from './refund.rules.ts';

type RefundConsequenceProps = { order: AdminOrderDetail; isWhole: boolean };

/** What a refund revokes from the player. */
export function RefundConsequence({ order, isWhole }: RefundConsequenceProps) {
  const lines = revokedBy(order);
  if (order.state === 'review')
    return (
      <p className={styles.note}>
        Nothing is revoked from the player. The order stays in review until you decide.
      </p>
    );
  if (!isWhole)
    return (
      <p className={styles.note}>
        A partial refund revokes nothing from the player. A refund can't be undone.
      </p>
    );
  if (lines.length === 0) return <p className={styles.note}>A refund can't be undone.</p>;
  return (
    <div className={styles.note}>
      <p>This revokes from {order.userName}:</p>
      <ul>
        {lines.map((line, index) => (
          // The same item may appear twice; the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index}>{line}</li>
        ))}
      </ul>
      {isAnyMarkedDelivered(order) && (
        <p>
          Staff marked a delivery as delivered. A revocation is sent, but the game may know nothing of what
          was given by hand. Please check it.
        </p>
      )}
      <p>A refund can't be undone.</p>
    </div>
  );
}
