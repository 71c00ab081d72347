import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { minutesText } from '#features/seasons/minutes-text.ts';
import type { AccountProgress } from './drop-calls.ts';
import styles from './DropFigures.module.css';
import { findNextReward } from './drops.rules.ts';

type DropFiguresProps = { kind: DropKind; progress: AccountProgress; rewards: Reward[] };

/** Minutes this season and today, and the next reward. */
export function DropFigures({ kind, progress, rewards }: DropFiguresProps) {
  const { minutes, todayMinutes, dailyCap } = progress;
  const next = findNextReward(rewards, minutes);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{kind === 'viewer' ? 'Watched this season' : 'Streamed this season'}</dt>
        <dd className={styles.total}>{minutesText(minutes)}</dd>
      </div>
      <div>
        <dt>Today</dt>
        <dd>
          {minutesText(todayMinutes)}
          {dailyCap !== null && ` of ${minutesText(dailyCap)}`}
        </dd>
      </div>
      {rewards.length > 0 && (
        <div className={styles.next}>
          <dt>Next reward</dt>
          <dd>
            {next
              ? `${next.title} in ${minutesText(next.requiredMinutes - minutes)}`
              : "You've earned them all"}
          </dd>
        </div>
      )}
    </dl>
  );
}
