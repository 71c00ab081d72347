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

export type Stretch = {
  reward: Reward;
  /** How much of it is filled, 0 to 100. */
  percent: number;
  /** Whether it's the one that the account's minutes are in. */
  isCurrent: boolean;
};

/**
 * The way to the last reward in stretches of equal length, one for each reward, so that the first minutes of twenty
 * hours are seen. Within a stretch minutes count evenly.
 */
export function stretchesOf(rewards: Reward[], minutes: number): Stretch[] {
  const sorted = rewards.toSorted((a, b) => a.requiredMinutes - b.requiredMinutes);
  const nextAt = sorted.findIndex(({ requiredMinutes }) => requiredMinutes > minutes);
  const currentAt = nextAt === -1 ? sorted.length - 1 : nextAt;
  return sorted.map((reward, at) => {
    const start = sorted[at - 1]?.requiredMinutes ?? 0;
    // Of two rewards with the same minutes, the second one's stretch has none.
    const share = (minutes - start) / Math.max(1, reward.requiredMinutes - start);
    const isReached = minutes >= reward.requiredMinutes;
    return {
      reward,
      percent: isReached ? 100 : Math.max(0, Math.round(share * 100)),
      isCurrent: at === currentAt,
    };
  });
}
