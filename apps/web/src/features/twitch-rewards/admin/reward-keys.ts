import { SEASONS_KEY } from '#features/seasons/admin/use-seasons.ts';

export const REWARDS_KEY = ['twitch-rewards'];

/** Queries to refetch after a reward changed; a season shows how many rewards it has. */
export const SHOWING_REWARDS = [REWARDS_KEY, SEASONS_KEY, ['audit']];
