import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { historyOf } from './order-history.ts';
import styles from './OrderTimeline.module.css';

/** The order's history, oldest first. */
export function OrderTimeline({ order }: { order: AdminOrderDetail }) {
  return (
    <ol className={styles.timeline}>
      {historyOf(order).map(({ key, at, title, note, tone }) => (
        <li key={key} className={classNames(styles.entry, styles[tone])}>
          <p className={styles.title}>{title}</p>
          <p className={styles.note}>{note}</p>
          <p className={styles.when}>
            <LocalTime value={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
