import type { SampleHealthRows } from './sample-health.queries.ts';

/** Single minutes fail now and then, and short gaps are made up for. */
const FEW_MINUTES = 5;

/** Whether staff should look: a channel can't be read, or more than a few minutes of the last hour weren't sampled. */
export function needsAttention({
  lastHour,
  channels,
  isInSeason,
}: Omit<SampleHealthRows, 'samples'>): boolean {
  if (!isInSeason) return false;
  const { partial, failed, missing } = lastHour;
  if (partial + failed + missing > FEW_MINUTES) return true;
  return channels.some(({ state }) => state === 'needs_new_link' || state === 'unread');
}
