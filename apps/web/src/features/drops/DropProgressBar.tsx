import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { minutesText } from '#features/seasons/minutes-text.ts';
import { classNames } from '#ui/class-names.ts';
import { ProgressBar } from '#ui/progress/ProgressBar.tsx';
import styles from './DropProgressBar.module.css';
import { lastRequirement, markersOf, progressPercent } from './drops.rules.ts';

/** Progress to the last reward, with a marker for each reward. */
export function DropProgressBar({ minutes, rewards }: { minutes: number; rewards: Reward[] }) {
  const last = lastRequirement(rewards);
  return (
    <div className={styles.progress}>
      <ProgressBar
        className={styles.bar}
        label="Progress to the last reward"
        valueText={`${minutesText(minutes)} of ${minutesText(last)}`}
        max={100}
        value={progressPercent(minutes, rewards)}
      />
      <ol className={styles.markers} aria-label="Rewards along the way">
        {markersOf(rewards, minutes).map((marker) => (
          <li
            key={marker.requiredMinutes}
            className={classNames(styles.marker, marker.isReached && styles.reached)}
            style={{ left: `${marker.percent}%` }}
            title={marker.titles.join(', ')}
          >
            <span className={marker.hasLabel ? styles.text : 'visually-hidden'}>
              {minutesText(marker.requiredMinutes)}
            </span>
            <span className="visually-hidden">
              : {marker.titles.join(', ')}, {marker.isReached ? 'reached' : 'not reached yet'}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
