import { useEffect, useEffectEvent, useState } from 'react';
import styles from './SaleCountdown.module.css';
import { findTimeLeft, roughTimeLeft, type TimeLeft } from './sale-countdown.rules.ts';

const TICK_MS = 1000;

type SaleCountdownProps = { endsAt: string; onEnd: () => void };

/** The time left of a sale: updated every second on screen, rarely for screen readers, removed at its end. */
export function SaleCountdown({ endsAt, onEnd }: SaleCountdownProps) {
  const endMs = Date.parse(endsAt);
  const [left, setLeft] = useState(() => findTimeLeft(endMs, Date.now()));
  const isRunning = left !== undefined;
  const tick = useEffectEvent(() => setLeft(findTimeLeft(endMs, Date.now())));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isRunning) {
      end();
      return;
    }
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!left) return null;
  return (
    <div className={styles.countdown}>
      <span className={styles.label} aria-hidden>
        Sale ends in
      </span>
      <span className={styles.parts} aria-hidden>
        {partsOf(left).map(([amount, unit]) => (
          <span key={unit} className={styles.part}>
            <span className={styles.amount}>{String(amount).padStart(2, '0')}</span>
            <span className={styles.unit}>{unit}</span>
          </span>
        ))}
      </span>
      <output className="visually-hidden">{roughTimeLeft(left)}</output>
    </div>
  );
}

function partsOf({ days, hours, minutes, seconds }: TimeLeft): [amount: number, unit: string][] {
  return [
    ...(days > 0 ? [[days, days === 1 ? 'day' : 'days'] satisfies [number, string]] : []),
    [hours, 'hrs'],
    [minutes, 'min'],
    [seconds, 'sec'],
  ];
}
