import { SEASONS_KEY } from '#features/seasons/admin/use-seasons.ts';

export const REWARDS_KEY = ['twitch-rewards'];

/** What a change of a reward shows in: a season tells how many it has. */
export const SHOWING_REWARDS = [REWARDS_KEY, SEASONS_KEY, ['audit']];
