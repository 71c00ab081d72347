import type { CountingState, DropKind } from '@waygate/contract/drops/drops.schemas';
import type { ProgressRow } from './progress.queries.ts';

/** After this many minutes without a new sample, the last one is outdated. */
export const FRESH_MINUTES = 3;

/** Whether minutes count for the account right now, and if not, why. */
export function countingState(
  row: ProgressRow,
  { kind, dailyCap, isAnybodyLive }: { kind: DropKind; dailyCap: number | undefined; isAnybodyLive: boolean },
): CountingState {
  const { season, sample, latest, currentMinute, todayMinutes } = row;
  if (!season) return 'no_season';
  if (kind === 'streamer' && row.streamer === 'needs_new_link') return 'needs_new_link';
  if (kind === 'streamer' && row.streamer !== 'approved') return 'not_approved';
  if (!sample || currentMinute - sample.minute > FRESH_MINUTES) return 'not_sampled';
  // Minutes that were written before a sample failed stay counted.
  if (latest && latest.minute >= sample.minute) return 'counting';
  if (sample.state === 'failed') return 'not_sampled';
  if (dailyCap !== undefined && todayMinutes >= dailyCap) return 'cap_reached';
  if (kind === 'viewer' && sample.state === 'partial') return 'chat_unread';
  if (kind === 'streamer') return row.own?.isLive && !row.own.isEligible ? 'wrong_game' : 'nobody_live';
  return isAnybodyLive ? 'not_present' : 'nobody_live';
}
