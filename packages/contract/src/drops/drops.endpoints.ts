import * as z from 'zod/mini';
import { messageSchema } from '../accounts/accounts.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { liveDropsSchema } from './live-drops.schemas.ts';
import { pagePaths } from '../site/pages.ts';
import {
  claimedSchema,
  claimSchema,
  rewardListSchema,
  streamTimeSchema,
  twitchLinkSchema,
  watchTimeSchema,
} from './drops.schemas.ts';

const claimLimit = { by: 'account', points: 60, windowSeconds: 60 } as const;

export const getLiveDrops = endpoint({
  method: 'GET',
  path: '/content/drops',
  access: 'visitor',
  summary: 'The running season of drops: who streams, and a preview of its rewards.',
  isCacheable: true,
  // Samples change it every minute, without a notification.
  keptSeconds: 20,
  response: liveDropsSchema,
});

export const startTwitchLink = endpoint({
  method: 'GET',
  path: '/auth/twitch/link',
  access: 'player',
  summary:
    "Start the OAuth flow; returns Twitch's address. As `streamer`, it also asks for permission to read chats.",
  limit: { by: 'account', points: 20, windowSeconds: 600 },
  query: z.object({ as: z._default(z.enum(['viewer', 'streamer']), 'viewer') }),
  response: z.object({ url: z.string() }),
});

export const finishTwitchLink = endpoint({
  method: 'GET',
  path: '/auth/twitch/callback',
  access: 'visitor',
  summary: 'The OAuth callback of Twitch; redirects to the profile with the result.',
  limit: { by: 'address', points: 60, windowSeconds: 600 },
  query: z.object({
    code: z.optional(z.string().check(z.maxLength(500))),
    state: z.optional(z.string().check(z.maxLength(500))),
    error: z.optional(z.string().check(z.maxLength(500))),
    error_description: z.optional(z.string().check(z.maxLength(1000))),
    scope: z.optional(z.string().check(z.maxLength(1000))),
  }),
  response: 'redirect',
  failurePage: pagePaths.profile,
});

export const getTwitchLink = endpoint({
  method: 'GET',
  path: '/user/twitch',
  access: 'player',
  summary: "The signed-in account's link with Twitch, if any.",
  response: z.object({ link: z.nullable(twitchLinkSchema) }),
});

export const unlinkTwitch = endpoint({
  method: 'DELETE',
  path: '/auth/twitch/link',
  access: 'player',
  summary: 'Unlink Twitch: identity, tokens and minutes are deleted, claims stay.',
  response: messageSchema,
});

export const stopStreaming = endpoint({
  method: 'DELETE',
  path: '/auth/twitch/streamer',
  access: 'player',
  summary: 'Stop earning by streaming: our access to the chat ends, link and minutes stay.',
  response: messageSchema,
});

export const getWatchTime = endpoint({
  method: 'GET',
  path: '/user/twitch/watchtime',
  access: 'player',
  summary: 'Minutes watched in the current season, and whether they count right now.',
  response: watchTimeSchema,
});

export const getStreamTime = endpoint({
  method: 'GET',
  path: '/user/twitch/streamtime',
  access: 'player',
  summary: 'Minutes streamed in the current season, and whether they count right now.',
  response: streamTimeSchema,
});

export const listWatchRewards = endpoint({
  method: 'GET',
  path: '/user/twitch/watchrewards',
  access: 'player',
  summary: "The current season's rewards for viewers.",
  response: rewardListSchema,
});

export const listStreamRewards = endpoint({
  method: 'GET',
  path: '/user/twitch/streamrewards',
  access: 'player',
  summary: "The current season's rewards for streamers.",
  response: rewardListSchema,
});

export const claimViewerReward = endpoint({
  method: 'POST',
  path: '/user/twitch/getviewerreward',
  access: 'player',
  summary: 'Claim a reward that was earned by watching; it is delivered to the game once.',
  limit: claimLimit,
  body: claimSchema,
  response: claimedSchema,
});

export const claimStreamerReward = endpoint({
  method: 'POST',
  path: '/user/twitch/getstreamerreward',
  access: 'player',
  summary: 'Claim a reward that was earned by streaming; it is delivered to the game once.',
  limit: claimLimit,
  body: claimSchema,
  response: claimedSchema,
});
