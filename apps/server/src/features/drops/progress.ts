import type { DropKind, DropProgress } from '@waygate/contract/drops/drops.schemas';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Db } from '#platform/db/database.ts';
import { presentProgress } from './drops.presenter.ts';
import { findClaimDeliveries } from './claims.service.ts';
import { type EndedSeasonRow, selectEndedSeasons } from './ended-seasons.queries.ts';
import { selectProgress, selectWatchableChannels } from './progress.queries.ts';
import { countingState, FRESH_MINUTES } from './progress.rules.ts';

const LIVE_LISTED = 20;

/** The account's minutes in the current season, and whether minutes count right now. */
export async function findProgress(
  { db, config }: TwitchParts,
  { accountId, kind }: { accountId: number; kind: DropKind },
): Promise<{ minutes: number; progress: DropProgress }> {
  const { tickSeconds, dailyCapMinutes: dailyCap } = config.drops;
  const [row, ended] = await Promise.all([
    selectProgress(db, { accountId, kind, tickSeconds }),
    findEndedSeasons(db, { accountId, kind }),
  ]);
  const sinceMinute = row.currentMinute - FRESH_MINUTES;
  // Nobody earns minutes in their own stream.
  const except = kind === 'viewer' ? accountId : undefined;
  const channels = await selectWatchableChannels(db, { sinceMinute, except, limit: LIVE_LISTED });
  const state = countingState(row, { kind, dailyCap, channels });
  return { minutes: row.minutes, progress: presentProgress(row, { kind, state, channels, dailyCap, ended }) };
}

async function findEndedSeasons(
  db: Db,
  account: { accountId: number; kind: DropKind },
): Promise<EndedSeasonRow[]> {
  const seasons = await selectEndedSeasons(db, account);
  const rewardIds = seasons
    .flatMap(({ rewards }) => rewards)
    .flatMap(({ isClaimed, rewardId }) => (isClaimed ? [rewardId] : []));
  const deliveries = await findClaimDeliveries(db, { accountId: account.accountId, rewardIds });
  return seasons.map((season) => ({
    ...season,
    rewards: season.rewards.map((reward) => ({
      ...reward,
      delivery: deliveries.get(reward.rewardId) ?? null,
    })),
  }));
}
