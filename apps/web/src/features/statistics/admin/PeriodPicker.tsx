import { useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { OwnDates } from './OwnDates.tsx';
import styles from './PeriodPicker.module.css';
import { PERIOD_LABELS } from './period.rules.ts';
import { periodText } from './statistics-text.ts';
import type { ChosenPeriod } from './use-period.ts';

const PRESETS = ['7', '30', '90', 'year'] as const;

/** Chooses the period that the page shows. */
export function PeriodPicker({ chosen }: { chosen: ChosenPeriod }) {
  const { choice, period, choose, chooseDays } = chosen;
  const [isAsking, setIsAsking] = useState(choice === 'own');
  return (
    <div className={styles.picker}>
      <div className={styles.bar}>
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">Period</legend>
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles.choice}
              aria-pressed={choice === preset}
              onClick={() => {
                setIsAsking(false);
                choose(preset);
              }}
            >
              {PERIOD_LABELS[preset]}
            </button>
          ))}
          <button
            type="button"
            className={classNames(styles.choice, styles.own)}
            aria-pressed={choice === 'own'}
            aria-expanded={isAsking}
            onClick={() => setIsAsking((is) => !is)}
          >
            {PERIOD_LABELS.own}
          </button>
        </fieldset>
        <p className={styles.days}>
          <strong>{periodText(period)}</strong> <span>Days in UTC</span>
        </p>
      </div>
      {isAsking && (
        // Remounted for another period, also after going back, so that the fields start from it.
        <OwnDates key={`${period.from} ${period.to}`} period={period} onChoose={chooseDays} />
      )}
    </div>
  );
}
