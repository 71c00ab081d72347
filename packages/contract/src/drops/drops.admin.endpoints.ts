import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS, periodQuery } from '../lists.ts';
import { idParam, words } from '../text.ts';
import { dropRuleSchema } from './drop-rules.schemas.ts';
import {
  accountMinutesSchema,
  dropAccountListSchema,
  minutesAdjustmentSchema,
  ruleFailureListSchema,
  sampleHealthSchema,
  seasonListSchema,
  seasonSchema,
  seasonTextSchema,
  streamerApprovalsSchema,
  streamerDecisionSchema,
  streamersApprovedSchema,
  streamerListSchema,
  streamerSchema,
  streamerStateSchema,
} from './drops.admin.schemas.ts';

const access = { section: 'twitchDrops' } as const;

export const listSeasons = endpoint({
  method: 'GET',
  path: '/admin/twitch/seasons',
  access,
  summary: 'Seasons, the newest first.',
  response: seasonListSchema,
});

export const exportSeasons = endpoint({
  method: 'GET',
  path: '/admin/twitch/seasons/export',
  access,
  summary: 'Seasons as the list has them, as CSV. One export at a time.',
  response: 'csv',
});

export const createSeason = endpoint({
  method: 'POST',
  path: '/admin/twitch/seasons',
  access,
  summary: 'Create a season. No two seasons overlap.',
  body: seasonTextSchema,
  response: seasonSchema,
});

export const updateSeason = endpoint({
  method: 'PUT',
  path: '/admin/twitch/seasons/:id',
  access,
  summary: 'Change a season. Minutes stay with the season they were counted for.',
  params: z.object({ id: idParam }),
  body: seasonTextSchema,
  response: seasonSchema,
  conflict: seasonSchema,
});

export const listRuleFailures = endpoint({
  method: 'GET',
  path: '/admin/twitch/rule-failures',
  access,
  summary:
    'Accounts that lost minutes to a rule of the season, the latest first; searched by their exact id or name.',
  query: z.object({
    ...listQuery(['lastAt']),
    sort: z.prefault(z.enum(['lastAt', '-lastAt']), '-lastAt'),
    /** The newest season that has begun, if left out. */
    season: z.optional(idParam),
    rule: z.optional(dropRuleSchema),
  }),
  response: ruleFailureListSchema,
});

export const exportRuleFailures = endpoint({
  method: 'GET',
  path: '/admin/twitch/rule-failures/export',
  access,
  sudo: true,
  summary: 'Unmet rules, filtered like the list, by account and rule, as CSV. One export at a time.',
  query: z.omit(listRuleFailures.query, PAGE_PARTS),
  response: 'csv',
});

export const listStreamers = endpoint({
  method: 'GET',
  path: '/admin/twitch/streamers',
  access,
  summary: 'Accounts that applied to earn by streaming, searched by name, Twitch login or id.',
  query: z.object({
    ...listQuery(['requestedAt']),
    sort: z.prefault(z.enum(['requestedAt', '-requestedAt']), '-requestedAt'),
    state: z.optional(streamerStateSchema),
    /** Of when they applied. */
    ...periodQuery,
  }),
  response: streamerListSchema,
});

export const exportStreamers = endpoint({
  method: 'GET',
  path: '/admin/twitch/streamers/export',
  access,
  sudo: true,
  summary: 'Streamers as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listStreamers.query, PAGE_PARTS),
  response: 'csv',
});

export const decideStreamer = endpoint({
  method: 'POST',
  path: '/admin/twitch/streamers/:accountDBID',
  access,
  summary: 'Approve or reject a streamer.',
  params: z.object({ accountDBID: idParam }),
  body: streamerDecisionSchema,
  response: streamerSchema,
});

export const approveStreamers = endpoint({
  method: 'POST',
  path: '/admin/twitch/streamers/approve',
  access,
  summary: 'Approve up to 100 streamers, all or none. Those who are approved stay so.',
  body: streamerApprovalsSchema,
  response: streamersApprovedSchema,
});

export const getSampleHealth = endpoint({
  method: 'GET',
  path: '/admin/twitch/samples',
  access,
  summary: 'How the last hour was sampled, and the newest samples of the last two.',
  response: sampleHealthSchema,
});

export const findDropAccounts = endpoint({
  method: 'GET',
  path: '/admin/twitch/accounts',
  access,
  summary: 'Accounts by their exact id or name; two at most, since a name may be a number.',
  query: z.object({ search: words({ max: 254, message: 'Please give an account id or a username.' }) }),
  response: dropAccountListSchema,
});

export const getAccountMinutes = endpoint({
  method: 'GET',
  path: '/admin/twitch/minutes/:accountDBID',
  access,
  summary: "An account's minutes by season, and what it claimed.",
  params: z.object({ accountDBID: idParam }),
  response: accountMinutesSchema,
});

export const exportAccountMinutes = endpoint({
  method: 'GET',
  path: '/admin/twitch/minutes/:accountDBID/export',
  access,
  sudo: true,
  summary: "An account's minutes by season, as CSV. One export at a time.",
  params: z.object({ accountDBID: idParam }),
  response: 'csv',
});

export const exportAccountClaims = endpoint({
  method: 'GET',
  path: '/admin/twitch/claims/:accountDBID/export',
  access,
  sudo: true,
  summary: 'What an account claimed, newest first, as CSV. One export at a time.',
  params: z.object({ accountDBID: idParam }),
  response: 'csv',
});

export const adjustMinutes = endpoint({
  method: 'POST',
  path: '/admin/twitch/minutes',
  access,
  sudo: true,
  summary: "Correct an account's minutes of the current season.",
  body: minutesAdjustmentSchema,
  response: accountMinutesSchema,
});
