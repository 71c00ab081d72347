import { Clock } from 'lucide-react';
import { LocalTime } from '#ui/LocalTime.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './SaleCountdown.module.css';
import { roughTimeLeft, timeParts } from './sale-countdown.rules.ts';
import { useTimeLeft } from './use-time-left.ts';

type SaleCountdownProps = {
  endsAt: string;
  /** `line`: a strip on a picture. `boxes`: one for each unit. */
  look: 'line' | 'boxes';
  onEnd: () => void;
};

/** The time left of a sale: updated every second on screen, rarely for screen readers, removed at its end. */
export function SaleCountdown({ endsAt, look, onEnd }: SaleCountdownProps) {
  const left = useTimeLeft(endsAt, onEnd);
  if (!left) return null;
  return (
    <div className={classNames(styles.countdown, styles[look])}>
      {look === 'line' && <Clock aria-hidden size={16} />}
      {left === 'unknown' ? (
        <span>
          Sale ends <LocalTime value={endsAt} />
        </span>
      ) : (
        <>
          <span className={styles.label} aria-hidden>
            {look === 'line' ? 'Ends in' : 'Sale ends in'}
          </span>
          <span className={styles.parts} aria-hidden>
            {timeParts(left).map(([amount, unit, short]) => (
              <span key={unit} className={styles.part}>
                <b>{amount}</b>
                <span>{look === 'line' ? short : unit}</span>
              </span>
            ))}
          </span>
          <output className="visually-hidden">{roughTimeLeft(left)}</output>
        </>
      )}
    </div>
  );
}
