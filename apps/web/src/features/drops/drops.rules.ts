import type { Reward } from '@waygate/contract/drops/drops.schemas';

export type RewardState = 'available' | 'locked' | 'claimed';

export function rewardState({ isClaimed, requiredMinutes }: Reward, minutes: number): RewardState {
  if (isClaimed) return 'claimed';
  return minutes >= requiredMinutes ? 'available' : 'locked';
}

export type RewardFilter = 'all' | RewardState;

export const FILTERS: { value: RewardFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'available', label: 'Available' },
  { value: 'locked', label: 'Locked' },
  { value: 'claimed', label: 'Claimed' },
];

export function filterRewards(rewards: Reward[], filter: RewardFilter, minutes: number): Reward[] {
  return filter === 'all' ? rewards : rewards.filter((reward) => rewardState(reward, minutes) === filter);
}

/** The minutes at which the last reward is earned; 0 without rewards. */
export function lastRequirement(rewards: Reward[]): number {
  return Math.max(0, ...rewards.map(({ requiredMinutes }) => requiredMinutes));
}

/** How far it is to the last reward, at most 100. */
export function progressPercent(minutes: number, rewards: Reward[]): number {
  const last = lastRequirement(rewards);
  return last === 0 ? 0 : Math.min(100, (minutes / last) * 100);
}

/** What is earned next. */
export function findNextReward(rewards: Reward[], minutes: number): Reward | undefined {
  return rewards
    .filter((reward) => rewardState(reward, minutes) === 'locked')
    .toSorted((a, b) => a.requiredMinutes - b.requiredMinutes)[0];
}

export type Marker = {
  requiredMinutes: number;
  percent: number;
  titles: string[];
  isReached: boolean;
  /** Whether there is room for its text. */
  hasText: boolean;
};

/** Texts that are closer than this run into each other on a phone. */
const TEXT_APART_PERCENT = 22;

/** One marker for each time at which something is earned, along the bar. */
export function markersOf(rewards: Reward[], minutes: number): Marker[] {
  const last = lastRequirement(rewards);
  const byTime = Map.groupBy(
    rewards.toSorted((a, b) => a.requiredMinutes - b.requiredMinutes),
    ({ requiredMinutes }) => requiredMinutes,
  );
  let textAt = 0;
  return [...byTime].map(([requiredMinutes, earned]) => {
    const percent = last === 0 ? 100 : (requiredMinutes / last) * 100;
    const isLast = requiredMinutes === last;
    // The end always has its text, and so whoever stands too near to it has none.
    const hasText = isLast || (percent - textAt >= TEXT_APART_PERCENT && 100 - percent >= TEXT_APART_PERCENT);
    if (hasText) textAt = percent;
    return {
      requiredMinutes,
      percent,
      titles: earned.map(({ title }) => title),
      isReached: minutes >= requiredMinutes,
      hasText,
    };
  });
}
