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

/** The game servers that all of these rewards can be claimed for. */
export function serversOfAll([first, ...others]: Reward[]): number[] {
  const ids = first?.serverIds ?? [];
  return ids.filter((id) => others.every(({ serverIds }) => serverIds.includes(id)));
}

/** The minutes at which the last reward is earned; 0 without rewards. */
export function lastRequirement(rewards: Reward[]): number {
  return Math.max(0, ...rewards.map(({ requiredMinutes }) => requiredMinutes));
}

/** Progress to the last reward in percent, at most 100. */
export function progressPercent(minutes: number, rewards: Reward[]): number {
  const last = lastRequirement(rewards);
  return last === 0 ? 0 : Math.min(100, (minutes / last) * 100);
}

/** The locked reward with the fewest minutes. */
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
  /** Whether there is room for its label. */
  hasLabel: boolean;
};

/** Labels closer than this overlap on a phone. */
const MIN_LABEL_GAP_PERCENT = 22;

/** One marker for each distinct requirement. */
export function markersOf(rewards: Reward[], minutes: number): Marker[] {
  const last = lastRequirement(rewards);
  const byTime = Map.groupBy(
    rewards.toSorted((a, b) => a.requiredMinutes - b.requiredMinutes),
    ({ requiredMinutes }) => requiredMinutes,
  );
  let labelAt = 0;
  return [...byTime].map(([requiredMinutes, earned]) => {
    const percent = last === 0 ? 100 : (requiredMinutes / last) * 100;
    const isLast = requiredMinutes === last;
    // The last marker always has its label, so a marker too close to it has none.
    const hasLabel =
      isLast || (percent - labelAt >= MIN_LABEL_GAP_PERCENT && 100 - percent >= MIN_LABEL_GAP_PERCENT);
    if (hasLabel) labelAt = percent;
    return {
      requiredMinutes,
      percent,
      titles: earned.map(({ title }) => title),
      isReached: minutes >= requiredMinutes,
      hasLabel,
    };
  });
}
