import { findTimeLeft, roughDuration } from '#features/shop/sale/sale-countdown.rules.ts';
import styles from './HappeningNow.module.css';
import { useNow } from '#features/landing/use-now.ts';

const TICK_MS = 1000;
const NOTHING_LEFT = { days: 0, hours: 0, minutes: 0, seconds: 0 };

type EventCountdownProps = {
  label: 'Begins in' | 'Ends in';
  /** What it counts down to, in milliseconds. */
  turnMs: number;
  readAt: number;
};

/** The time left: every second for the eye, a rough sentence and rarely for the ear. It always has the same size. */
export function EventCountdown({ label, turnMs, readAt }: EventCountdownProps) {
  const left = findTimeLeft(turnMs, useNow(readAt, TICK_MS)) ?? NOTHING_LEFT;
  const parts = [
    [left.days, left.days === 1 ? 'day' : 'days'],
    [left.hours, 'hrs'],
    [left.minutes, 'min'],
    [left.seconds, 'sec'],
  ] as const;
  return (
    <div className={styles.countdown}>
      {label === 'Ends in' && <span aria-hidden>{label}</span>}
      <ul aria-hidden>
        {parts.map(([amount, unit], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- 'day' and 'days' are the same part
          <li key={index}>
            <b>{String(amount).padStart(2, '0')}</b>
            {unit}
          </li>
        ))}
      </ul>
      <output className="visually-hidden">
        {label} {roughDuration(left)}
      </output>
    </div>
  );
}
