import type { Order } from '@waygate/contract/orders/orders.schemas';
import { CircleCheck, CircleMinus, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { grantText } from '@waygate/contract/products/grant-text';
import { classNames } from '#ui/class-names.ts';
import { lineLabel, type Tone } from './order-labels.ts';
import styles from './OrderLines.module.css';

const ICONS: Record<Tone, LucideIcon> = {
  waiting: Clock,
  good: CircleCheck,
  over: CircleMinus,
  trouble: TriangleAlert,
};

/** An order's items and their delivery status. */
export function OrderLines({ order: { lines, state } }: { order: Pick<Order, 'lines' | 'state'> }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => {
        const { text, tone } = lineLabel(line.state, state);
        const Icon = ICONS[tone];
        return (
          // The same item may appear twice; the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index}>
            <span>{grantText(line)}</span>
            <span className={classNames(styles.state, styles[tone])}>
              <Icon aria-hidden size={16} /> {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
