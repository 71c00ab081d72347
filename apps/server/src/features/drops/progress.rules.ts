import type { DropRule } from '@waygate/contract/drops/drop-rules.schemas';
import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import type { ProgressRow, WatchableChannels } from './progress.queries.ts';
import { LONGEST_GAP } from './sampling.rules.ts';

/** After this many minutes without a new sample, the last one is outdated; and so is the last reading of a chat. */
export const FRESH_MINUTES = 3;

type Situation = { kind: DropKind; dailyCap: number | undefined; channels: WatchableChannels };

/** Whether minutes count for the account right now, and if not, why. */
export function countingState(row: ProgressRow, { kind, dailyCap, channels }: Situation): CountingState {
  const { season, sample, latest, currentMinute, sampledDayMinutes } = row;
  if (!season) return 'no_season';
  if (kind === 'streamer' && row.streamer === 'needs_new_link') return 'needs_new_link';
  if (kind === 'streamer' && row.streamer !== 'approved') return 'not_approved';
  if (!sample || currentMinute - sample.minute > FRESH_MINUTES) return 'not_sampled';
  // Minutes that were written before a sample failed stay counted.
  if (latest && latest.minute >= sample.minute) return 'counting';
  if (sample.state === 'failed') return 'not_sampled';
  if (unmetRule(row, kind) !== null) return 'rule_not_met';
  // Against the limit of the sample's own day: just after midnight UTC it is still the reason.
  if (dailyCap !== undefined && sampledDayMinutes >= dailyCap)
    return sample.isToday ? 'cap_reached' : 'new_day';
  return kind === 'streamer' ? streamerReason(row, sample) : viewerReason(row, { sample, channels });
}

/** The rule of the season that cost the minute of the newest sample. */
export function unmetRule({ sample, own, failedRule }: ProgressRow, kind: DropKind): DropRule | null {
  if (!sample) return null;
  if (kind === 'streamer' && own?.unmetRule && own.seenMinute === sample.minute) return own.unmetRule;
  return failedRule && failedRule.minute >= sample.minute ? failedRule.rule : null;
}

type Sample = NonNullable<ProgressRow['sample']>;

function streamerReason({ own }: ProgressRow, { minute }: Sample): CountingState {
  if (!own?.isLive) return 'nobody_live';
  if (!own.isEligible) return 'wrong_game';
  return isUnlisted(own, minute) ? 'stream_unlisted' : 'nobody_live';
}

function viewerReason(
  row: ProgressRow,
  { sample, channels }: { sample: Sample; channels: WatchableChannels },
): CountingState {
  const { live, unread, newestRead } = channels;
  const last = lastChannel(row);
  if (last && isUnlisted(last, sample.minute)) return 'stream_unlisted';
  if (last?.isLive && last.failure !== null) return 'chat_unread';
  if (sample.state === 'partial' && (newestRead === null || newestRead < sample.minute)) return 'chat_unread';
  if (live.length > 0) return 'not_present';
  return unread.length > 0 ? 'chat_unread' : 'nobody_live';
}

/** Whether the stream was live a moment before the sample, which doesn't list it. */
function isUnlisted(
  { isLive, seenMinute }: Partial<NonNullable<ProgressRow['latest']>>,
  sampleMinute: number,
): boolean {
  const known = seenMinute ?? 0;
  return isLive === true && known < sampleMinute && known >= sampleMinute - LONGEST_GAP;
}

/** The channel that counted so lately that a gap may still be closed there. */
export function lastChannel({ latest, sample }: ProgressRow): ProgressRow['latest'] {
  return latest && sample && latest.minute >= sample.minute - LONGEST_GAP ? latest : null;
}
