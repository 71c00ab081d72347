import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { STREAMER_STATUS, type StreamerState } from '#features/twitch-links/streamer-status.ts';
import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';
import type { AccountProgress } from './drop-calls.ts';

type Place = { kind: DropKind; streamer: StreamerState | undefined };

/** Why nothing is counted right now, or what is besides, in plain words; '' when all is well. */
export function reasonText(
  { state, lastSampleAt }: AccountProgress,
  { kind, streamer }: StatusContext,
): string {
  const isViewer = kind === 'viewer';
  switch (state) {
    case 'counting':
      return isViewer || streamer !== 'needs_new_link'
        ? ''
        : 'Your own minutes count, but we cannot see your chat, so those of your viewers do not.';
    case 'not_sampled':
      return 'We could not ask Twitch in the last minutes. That is not your fault, and short gaps are made up for.';
    case 'no_season':
      return 'No season is running.';
    case 'nobody_live':
      if (isViewer) return 'No channel that counts is live.';
      // Going live alone would change nothing.
      return streamer === 'needs_new_link' ? STREAMER_STATUS.needs_new_link : 'You are not live.';
    case 'not_present':
      return 'You are in no chat of a channel that counts. Open one, signed in to Twitch, and keep its chat open.';
    case 'chat_unread':
      return 'We could not read every chat in the last minute, perhaps the one you are in. Short gaps are made up for.';
    case 'wrong_game':
      return 'You are live in another category. Switch your stream to the category of our game.';
    case 'cap_reached':
      return `You have all the minutes that count today. Counting starts again at ${nextDayText(lastSampleAt)}.`;
    case 'not_approved':
      return streamer
        ? STREAMER_STATUS[streamer]
        : 'Your channel is not approved, so your minutes do not count.';
    case 'needs_new_link':
      return STREAMER_STATUS.needs_new_link;
  }
}

/** When the day of the daily cap, which is that of UTC, is over: as the visitor's clock has it. */
function nextDayText(lastSampleAt: string | null): string {
  if (lastSampleAt === null) return 'midnight UTC';
  const day = new Date(lastSampleAt);
  day.setUTCHours(24, 0, 0, 0);
  return timeText(day.toISOString(), VISITOR_LOCALE, { timeStyle: 'short' });
}
