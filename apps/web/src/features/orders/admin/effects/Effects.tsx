import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import { classNames } from '#ui/class-names.ts';
import { Failure } from '#ui/Failure.tsx';
import styles from './Effects.module.css';
import { effectTexts, changesPlayer } from './effects-text.ts';
import { orderStateLabel } from '#features/orders/admin/order-admin-labels.ts';

type EffectsProps = {
  effects: OrderEffects | undefined;
  /** Why it can't be done; '' when it can. */
  error: string;
  onRetry: () => void;
};

/** What a decision does, in numbers, before it is confirmed. */
export function Effects({ effects, error, onRetry }: EffectsProps) {
  return (
    <section className={styles.effects} aria-label="What this does" aria-live="polite">
      {error ? (
        <Failure message={error} onRetry={onRetry} />
      ) : effects === undefined ? (
        <p>Working out what this does…</p>
      ) : (
        <>
          <ul>
            {effectTexts(effects).map(({ text, isTrouble }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- equal items have equal lines, and lines have no state
              <li key={index} className={classNames(isTrouble && styles.trouble)}>
                {text}
              </li>
            ))}
            {!changesPlayer(effects) && <li>Nothing changes for the player.</li>}
          </ul>
          <p>Afterwards the order is: {orderStateLabel(effects.state).text}.</p>
        </>
      )}
    </section>
  );
}
