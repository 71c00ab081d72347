import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { describe, expect, it } from 'vitest';
import { minutesText } from '#features/seasons/minutes-text.ts';
import {
  filterRewards,
  findNextReward,
  lastRequirement,
  progressPercent,
  rewardState,
  stretchesOf,
} from './drops.rules.ts';

const reward = (rewardId: number, requiredMinutes: number, isClaimed = false): Reward => ({
  rewardId,
  title: `Reward ${rewardId}`,
  description: '',
  imageUrl: null,
  requiredMinutes,
  isClaimed,
  serverIds: [1],
  delivery: null,
});

const REWARDS = [reward(3, 240), reward(1, 30, true), reward(2, 60)];

const ids = (filter: Parameters<typeof filterRewards>[1]) =>
  filterRewards(REWARDS, filter, 100).map(({ rewardId }) => rewardId);

describe('a time', () => {
  it.each([
    [0, '0 min'],
    [59, '59 min'],
    [60, '1h 0m'],
    [61, '1h 1m'],
    [1500, '25h 0m'],
  ])('of %i minutes is "%s"', (minutes, text) => {
    expect(minutesText(minutes)).toBe(text);
  });
});

describe('a reward', () => {
  it('is locked, then available, then claimed', () => {
    expect(rewardState(reward(1, 30), 29)).toBe('locked');
    expect(rewardState(reward(1, 30), 30)).toBe('available');
    expect(rewardState(reward(1, 30, true), 0)).toBe('claimed');
  });

  it('is filtered by its state', () => {
    expect([ids('all'), ids('available'), ids('locked'), ids('claimed')]).toEqual([[3, 1, 2], [2], [3], [1]]);
  });

  it('is next when it is the nearest locked one', () => {
    expect(findNextReward(REWARDS, 0)?.rewardId).toBe(2);
    expect(findNextReward(REWARDS, 60)?.rewardId).toBe(3);
    expect(findNextReward(REWARDS, 240)).toBeUndefined();
  });
});

describe('the progress bar', () => {
  it('ends at the largest requirement', () => {
    expect(lastRequirement(REWARDS)).toBe(240);
    expect([0, 120, 240, 1000].map((minutes) => progressPercent(minutes, REWARDS))).toEqual([
      0, 50, 100, 100,
    ]);
    expect(progressPercent(10, [])).toBe(0);
  });
});

const drawn = (minutes: number, rewards = REWARDS) =>
  stretchesOf(rewards, minutes).map(({ reward: { rewardId }, percent, isCurrent }) => [
    rewardId,
    percent,
    isCurrent,
  ]);

describe('the track', () => {
  it('has one stretch for each reward, in which minutes count evenly', () => {
    expect(drawn(0)).toEqual([
      [1, 0, true],
      [2, 0, false],
      [3, 0, false],
    ]);
    expect(drawn(150)).toEqual([
      [1, 100, false],
      [2, 100, false],
      [3, 50, true],
    ]);
    expect(drawn(999).at(-1)).toEqual([3, 100, true]);
  });

  it('shows 15 minutes of 20 hours', () => {
    expect(drawn(15, [reward(1, 3), reward(2, 300), reward(3, 1200)])).toEqual([
      [1, 100, false],
      [2, 4, true],
      [3, 0, false],
    ]);
  });

  it('is filled as far as it is reached where two rewards take the same minutes', () => {
    const twins = [reward(1, 60), reward(2, 60), reward(3, 120)];
    expect(drawn(30, twins)).toEqual([
      [1, 50, true],
      [2, 0, false],
      [3, 0, false],
    ]);
    expect(drawn(60, twins)).toEqual([
      [1, 100, false],
      [2, 100, false],
      [3, 0, true],
    ]);
  });
});
