import { CircleCheck, CircleMinus, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import styles from './DeliveryStatus.module.css';
import type { Label, Tone } from './line-labels.ts';

const ICONS: Record<Tone, LucideIcon> = {
  waiting: Clock,
  good: CircleCheck,
  over: CircleMinus,
  trouble: TriangleAlert,
};

/** The state of a delivery, with its icon. */
export function DeliveryLabel({ label: { text, tone } }: { label: Label }) {
  const Icon = ICONS[tone];
  return (
    <span className={classNames(styles.state, styles[tone])}>
      <Icon aria-hidden size={16} /> {text}
    </span>
  );
}
