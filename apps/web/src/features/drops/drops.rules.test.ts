import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { describe, expect, it } from 'vitest';
import { minutesText } from '#features/seasons/minutes-text.ts';
import {
  filterRewards,
  findNextReward,
  lastRequirement,
  markersOf,
  progressPercent,
  rewardState,
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

  it('has one marker for each distinct requirement', () => {
    const markers = markersOf([...REWARDS, reward(4, 60)], 60);
    expect(markers.map(({ percent, titles, isReached }) => [percent, titles.length, isReached])).toEqual([
      [12.5, 1, true],
      [25, 2, true],
      [100, 1, false],
    ]);
  });

  it('hides labels that would overlap', () => {
    const texts = markersOf(
      [30, 35, 60, 95, 100].map((minutes, id) => reward(id, minutes)),
      0,
    );
    expect(texts.filter(({ hasLabel }) => hasLabel).map(({ percent }) => percent)).toEqual([30, 60, 100]);
  });
});
