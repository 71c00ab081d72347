import type { LineDelivery } from '@waygate/contract/deliveries/line-states.schemas';
import { problemForPlayer } from '@waygate/contract/deliveries/problem-sentences';
import { LocalDate } from '#ui/LocalDate.tsx';
import { DeliveryLabel } from './DeliveryLabel.tsx';
import styles from './DeliveryStatus.module.css';
import { type Label, LINE_LABELS } from './line-labels.ts';

type DeliveryStatusProps = {
  delivery: LineDelivery;
  /** Instead of the state's own label. */
  label?: Label;
};

/** Where something is that the player bought or claimed, for whom, and what the player has to do. */
export function DeliveryStatus({ delivery, label = LINE_LABELS[delivery.state] }: DeliveryStatusProps) {
  const { problem, collectBy, characterName } = delivery;
  return (
    <div className={styles.status}>
      <DeliveryLabel label={label} />
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
