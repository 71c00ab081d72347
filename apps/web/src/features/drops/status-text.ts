import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { STREAMER_STATUS, type StreamerState } from '#features/twitch-links/streamer-status.ts';
import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';
import type { AccountProgress } from './drop-calls.ts';

type StatusContext = { kind: DropKind; streamer: StreamerState | undefined };

/** Why minutes aren't counted right now, or what else needs attention; '' when all is well. */
export function reasonText(
  { state, lastSampleAt }: AccountProgress,
  { kind, streamer }: StatusContext,
): string {
  const isViewer = kind === 'viewer';
  switch (state) {
    case 'counting':
      return isViewer || streamer !== 'needs_new_link'
        ? ''
        : "Your own minutes count, but we can't see your chat, so your viewers' minutes don't.";
    case 'not_sampled':
      return "We couldn't reach Twitch in the last few minutes. It's not your fault, and short gaps are made up for.";
    case 'no_season':
      return 'No season is running.';
    case 'nobody_live':
      if (isViewer) return 'No participating channel is live.';
      // Going live wouldn't help: the channel must be linked first.
      return streamer === 'needs_new_link' ? STREAMER_STATUS.needs_new_link : "You're not live.";
    case 'not_present':
      return "You're not in the chat of a participating channel. Sign in to Twitch, open one of the channels and keep its chat open.";
    case 'chat_unread':
      return "We couldn't read every chat in the last minute, maybe including yours. Short gaps are made up for.";
    case 'wrong_game':
      return "You're live in another category. Switch your stream to our game's category.";
    case 'cap_reached':
      return `You've reached today's limit. Counting resumes at ${nextDayText(lastSampleAt)}.`;
    case 'not_approved':
      return streamer
        ? STREAMER_STATUS[streamer]
        : 'Your channel is not approved, so your minutes do not count.';
    case 'needs_new_link':
      return STREAMER_STATUS.needs_new_link;
  }
}

/** When the UTC day of the daily cap ends, in the visitor's time zone. */
function nextDayText(lastSampleAt: string | null): string {
  if (lastSampleAt === null) return 'midnight UTC';
  const day = new Date(lastSampleAt);
  day.setUTCHours(24, 0, 0, 0);
  return timeText(day.toISOString(), VISITOR_LOCALE, { timeStyle: 'short' });
}
