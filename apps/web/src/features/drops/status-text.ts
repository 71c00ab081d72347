import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { STREAMER_STATUS, type StreamerState } from '#features/twitch-links/streamer-status.ts';
import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';
import type { AccountProgress } from './drop-calls.ts';

/** A phone has no room for twenty. */
const UNREAD_NAMED = 3;

type StatusContext = { kind: DropKind; streamer: StreamerState | undefined };

/** Why minutes aren't counted right now, or what else needs attention; '' when all is well. */
export function reasonText(
  { state, lastSampleAt, channel, unmet }: AccountProgress,
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
      return "You're not in the chat of a participating channel. Sign in to Twitch, open one of the channels and keep its chat open. Twitch may list you a few minutes late.";
    case 'chat_unread':
      return channel
        ? `We couldn't read the chat of ${channel.displayName} in the last minute. Short gaps are made up for.`
        : "We couldn't read every chat in the last minute, maybe including yours. Short gaps are made up for.";
    case 'stream_unlisted':
      return `Twitch didn't list ${isViewer ? streamOf(channel) : 'your stream'} in the last minute. If it's still live, the minute is made up for.`;
    case 'wrong_game':
      return "You're live in another category. Switch your stream to our game's category.";
    case 'cap_reached':
      return `You've reached today's limit. Counting resumes at ${nextDayText(lastSampleAt)}.`;
    case 'new_day':
      return "You'd reached yesterday's limit. A new day has begun, and counting resumes with the next check.";
    case 'rule_not_met':
      return unmetText(unmet);
    case 'not_approved':
      return streamer
        ? STREAMER_STATUS[streamer]
        : 'Your channel is not approved, so your minutes do not count.';
    case 'needs_new_link':
      return STREAMER_STATUS.needs_new_link;
  }
}

/** Which rule of the season isn't met, and what to do. */
function unmetText(unmet: AccountProgress['unmet']): string {
  const needed = unmet?.needed ?? '';
  switch (unmet?.rule) {
    case 'title':
      return `This season only streams with '${needed}' in their title or tags count. Add it to your stream.`;
    case 'viewers':
      return `This season only streams with at least ${needed} viewers count.`;
    case 'twitch_age':
      return `This season only Twitch accounts that are older than ${needed} days count.`;
    case 'email':
      return 'This season only accounts with a confirmed email count. Confirm yours on your profile.';
    case 'character':
      return `This season you need a character of level ${needed} in the game.`;
    case 'address':
      return `This season at most ${needed} ${needed === '1' ? 'account counts' : 'accounts count'} for each internet address, and others at yours linked Twitch first.`;
    case undefined:
      return "You don't meet a rule of this season.";
  }
}

/** Names the channels whose chat can't be read, so that people don't wait there. */
export function unreadText(unread: AccountProgress['unread']): string {
  const names = unread.slice(0, UNREAD_NAMED).map(({ displayName }) => displayName);
  const others = unread.length - names.length;
  const list = new Intl.ListFormat('en-GB').format(others > 0 ? [...names, `${others} more`] : names);
  return `We can't read the chat of ${list} right now, so minutes there don't count.`;
}

function streamOf(channel: AccountProgress['channel']): string {
  return channel ? `the stream of ${channel.displayName}` : 'the stream';
}

/** When the UTC day of the daily cap ends, in the visitor's time zone. */
function nextDayText(lastSampleAt: string | null): string {
  if (lastSampleAt === null) return 'midnight UTC';
  const day = new Date(lastSampleAt);
  day.setUTCHours(24, 0, 0, 0);
  return timeText(day.toISOString(), VISITOR_LOCALE, { timeStyle: 'short' });
}
