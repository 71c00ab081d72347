import type { TwitchLink } from '@waygate/contract/drops/drops.schemas';

export type StreamerState = TwitchLink['streamer'];

/** How an account stands as a streamer, in plain words. */
export const STREAMER_STATUS: Record<StreamerState, string> = {
  none: 'You have not asked to earn by streaming yet.',
  pending: 'Our team is looking at your channel. Your minutes count once it is approved.',
  approved: 'Your channel is approved: you earn by streaming.',
  rejected: 'Our team has not approved your channel, so your minutes do not count.',
  needs_new_link: 'Twitch no longer lets us see your chat. Please link your channel again.',
};
