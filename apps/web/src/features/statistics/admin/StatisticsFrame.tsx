import type { ReactNode } from 'react';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import styles from './StatisticsFrame.module.css';
import type { ChosenPeriod } from './use-period.ts';
import type { AskedStatistics } from './use-statistics.ts';

type StatisticsFrameProps<Statistics> = {
  chosen: ChosenPeriod;
  asked: AskedStatistics<Statistics>;
  children: (statistics: Statistics) => ReactNode;
};

/** The period picker, and the period's numbers and charts or their placeholder. */
export function StatisticsFrame<Statistics>({ chosen, asked, children }: StatisticsFrameProps<Statistics>) {
  return (
    <div className={styles.content}>
      <PeriodPicker chosen={chosen} />
      <Answer asked={asked}>{children}</Answer>
    </div>
  );
}

function Answer<Statistics>({ asked, children }: Omit<StatisticsFrameProps<Statistics>, 'chosen'>) {
  const { statistics, failure, isBusy, retry } = asked;
  if (statistics === undefined) return failure ? <Failure message={failure} onRetry={retry} /> : <Outline />;
  return (
    <>
      {failure && <Failure message={failure} onRetry={retry} />}
      <div className={styles.content} aria-busy={isBusy || undefined}>
        {children(statistics)}
      </div>
    </>
  );
}

function Outline() {
  return (
    <div className={styles.content}>
      <output className="visually-hidden">Loading the statistics…</output>
      <div className={styles.cards}>
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} className={styles.cardOutline} />
        ))}
      </div>
      <Skeleton className={styles.chartOutline} />
      <Skeleton className={styles.chartOutline} />
    </div>
  );
}
