import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { type CSSProperties, useEffect, useRef } from 'react';
import { minutesText } from '#features/seasons/minutes-text.ts';
import { classNames } from '#ui/class-names.ts';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { ProgressBar } from '#ui/progress/ProgressBar.tsx';
import {
  filterRewards,
  lastRequirement,
  progressPercent,
  type RewardFilter,
  type Stretch,
  stretchesOf,
} from './drops.rules.ts';
import { RewardCard } from './RewardCard.tsx';
import styles from './RewardTrack.module.css';

/** More stretches than this don't fit next to each other, so the track scrolls. */
const FITTING_STRETCHES = 5;

type RewardTrackProps = {
  minutes: number;
  rewards: Reward[];
  filter: RewardFilter;
  onClaim: (reward: Reward) => void;
};

/** The way to the last reward, with each reward at the end of its stretch. On a phone it runs upright. */
export function RewardTrack({ minutes, rewards, filter, onClaim }: RewardTrackProps) {
  const stretches = stretchesOf(rewards, minutes);
  const shown = new Set(filterRewards(rewards, filter, minutes));
  const scrolled = useCurrentInSight(stretches.findIndex(({ isCurrent }) => isCurrent));
  // What was claimed may be among those that the filter leaves out now.
  useFocusAfterLoss(rewards.filter(({ isClaimed }) => isClaimed).length, () => scrolled.current);
  const isScrolling = stretches.length > FITTING_STRETCHES;
  return (
    <>
      <ProgressBar
        className="visually-hidden"
        label="Progress to the last reward"
        valueText={`${minutesText(minutes)} of ${minutesText(lastRequirement(rewards))}`}
        max={100}
        value={progressPercent(minutes, rewards)}
      />
      <ol
        ref={scrolled}
        className={styles.track}
        style={{ '--stretches': stretches.length } as CSSProperties}
        aria-label="Rewards"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={isScrolling ? 0 : -1}
      >
        {stretches.map((stretch) => (
          <TrackStretch
            key={stretch.reward.rewardId}
            stretch={stretch}
            minutes={minutes}
            isShown={shown.has(stretch.reward)}
            onClaim={() => onClaim(stretch.reward)}
          />
        ))}
      </ol>
    </>
  );
}

type TrackStretchProps = { stretch: Stretch; minutes: number; isShown: boolean; onClaim: () => void };

function TrackStretch({ stretch, minutes, isShown, onClaim }: TrackStretchProps) {
  const { reward, percent, isCurrent } = stretch;
  return (
    <li
      className={classNames(
        minutes >= reward.requiredMinutes && styles.reached,
        minutes >= reward.requiredMinutes && !reward.isClaimed && styles.available,
      )}
      style={{ '--fill': `${percent}%` } as CSSProperties}
    >
      <span className={styles.line} aria-hidden>
        {isCurrent && <span className={styles.here}>{minutesText(minutes)}</span>}
        <span className={styles.stone} />
      </span>
      <span className={styles.at} aria-hidden>
        {minutesText(reward.requiredMinutes)}
      </span>
      {/* What the filter leaves out is dimmed for the eye and gone for everybody else. */}
      <div
        className={classNames(styles.card, !isShown && styles.dimmed)}
        inert={!isShown}
        aria-hidden={!isShown}
      >
        <RewardCard reward={reward} minutes={minutes} onClaim={onClaim} isOnTrack />
      </div>
    </li>
  );
}

/** Scrolls the list, not the page, so that the item at the index is in its middle. */
function useCurrentInSight(index: number) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children.item(index);
    if (list.current && item instanceof HTMLElement)
      list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2;
  }, [index]);
  return list;
}
