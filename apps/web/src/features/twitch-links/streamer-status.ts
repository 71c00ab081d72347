import type { TwitchLink } from '@waygate/contract/drops/drops.schemas';

export type StreamerState = TwitchLink['streamer'];

/** An account's streamer status as a sentence. */
export const STREAMER_STATUS: Record<StreamerState, string> = {
  none: "You haven't applied to earn by streaming yet.",
  pending: "Our team is reviewing your channel. Your minutes count once it's approved.",
  approved: 'Your channel is approved: you earn by streaming.',
  rejected: "Our team hasn't approved your channel, so your minutes don't count.",
  needs_new_link: 'Twitch no longer lets us see your chat. Please link your channel again.',
};
