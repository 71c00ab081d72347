import type { LineDelivery } from '@waygate/contract/deliveries/line-states.schemas';
import { problemForPlayer } from '@waygate/contract/deliveries/problem-sentences';
import { CircleCheck, CircleMinus, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import { LocalDate } from '#ui/LocalDate.tsx';
import styles from './DeliveryStatus.module.css';
import { type Label, LINE_LABELS, type Tone } from './line-labels.ts';

const ICONS: Record<Tone, LucideIcon> = {
  waiting: Clock,
  good: CircleCheck,
  over: CircleMinus,
  trouble: TriangleAlert,
};

type DeliveryStatusProps = {
  delivery: LineDelivery;
  /** Instead of the state's own label. */
  label?: Label;
};

/** Where something is that the player bought or claimed, for whom, and what the player has to do. */
export function DeliveryStatus({ delivery, label = LINE_LABELS[delivery.state] }: DeliveryStatusProps) {
  const { problem, collectBy, characterName } = delivery;
  const { text, tone } = label;
  const Icon = ICONS[tone];
  return (
    <div className={styles.status}>
      <p className={classNames(styles.state, styles[tone])}>
        <Icon aria-hidden size={16} /> {text}
      </p>
      {problem !== null && <p>{problemForPlayer(problem)}</p>}
      {collectBy !== null && (
        <p>
          {isPast(collectBy) ? (
            <>
              The game deleted it on <LocalDate value={collectBy} /> unless you collected it.
            </>
          ) : (
            <>
              Collect it in the game by <LocalDate value={collectBy} />, or the game deletes it.
            </>
          )}
        </p>
      )}
      {characterName !== null && <p>For {characterName}</p>}
    </div>
  );
}

function isPast(time: string): boolean {
  return Date.parse(time) < Date.now();
}
