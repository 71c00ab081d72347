import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  twitchRewardListSchema,
  twitchRewardSchema,
  twitchRewardTextSchema,
} from './twitch-rewards.schemas.ts';

const access = { section: 'twitchDrops' } as const;
const params = z.object({ rewardId: idParam });
const { search } = listQuery(['season']);

export const listTwitchRewards = endpoint({
  method: 'GET',
  path: '/admin/twitch/rewards',
  access,
  summary: 'Every reward of every season.',
  response: twitchRewardListSchema,
});

export const exportTwitchRewards = endpoint({
  method: 'GET',
  path: '/admin/twitch/rewards/export',
  access,
  summary: 'Rewards whose title or description has the text, as CSV. One export at a time.',
  query: z.object({ search }),
  response: 'csv',
});

export const createTwitchReward = endpoint({
  method: 'POST',
  path: '/admin/twitch/rewards',
  access,
  summary: 'Create a reward with its picture.',
  body: twitchRewardTextSchema,
  upload: { field: 'image', isRequired: false },
  response: twitchRewardSchema,
});

export const updateTwitchReward = endpoint({
  method: 'PUT',
  path: '/admin/twitch/rewards/:rewardId',
  access,
  summary: 'Update a reward; a new picture replaces the old one.',
  params,
  body: twitchRewardTextSchema,
  upload: { field: 'image', isRequired: false },
  response: twitchRewardSchema,
  conflict: twitchRewardSchema,
});

export const deleteTwitchReward = endpoint({
  method: 'DELETE',
  path: '/admin/twitch/rewards/:rewardId',
  access,
  summary: 'Delete a reward, and its picture once nothing uses it.',
  params,
  response: 'empty',
});
