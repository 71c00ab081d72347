import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { queueDeliveries } from '#features/deliveries/deliveries.service.ts';
import { findReward, findSeasonRewards } from '#features/twitch-rewards/season-rewards.service.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import {
  insertClaim,
  selectClaimedRewardIds,
  selectCurrentSeasonId,
  selectMinutesForClaim,
} from './claims.queries.ts';
import { presentReward } from './drops.presenter.ts';
import { selectLink } from './links.queries.ts';

export const CLAIMED = 'Reward claimed!';

/** The current season's rewards, and which of them the account has claimed. */
export async function listRewards(
  db: Db,
  { accountId, kind }: { accountId: number; kind: DropKind },
): Promise<Reward[]> {
  const season = await selectCurrentSeasonId(db);
  if (season === undefined) return [];
  const [rewards, claimed] = await Promise.all([
    findSeasonRewards(db, { season, type: kind }),
    selectClaimedRewardIds(db, accountId),
  ]);
  return rewards.map((reward) => presentReward(reward, claimed.has(reward.id)));
}

type Claim = { accountId: number; kind: DropKind; rewardId: number };

/**
 * Gives a reward that was earned, once: the claim and its delivery are written together. Claiming it again changes
 * nothing.
 */
export async function claimReward(db: Database, { accountId, kind, rewardId }: Claim): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await selectLink(tx, accountId)))
      throw conflict('Please link your Twitch account to participate in drops.');
    const reward = await findReward(tx, rewardId);
    const season = await selectCurrentSeasonId(tx);
    if (!reward || reward.type !== kind || reward.season !== season)
      throw notFound('There is no such reward in this season.');
    const minutes = await selectMinutesForClaim(tx, { accountId, kind, seasonId: season });
    const isNew = await insertClaim(tx, { accountId, rewardId });
    if (!isNew) return;
    // Thrown away with the claim, which only a transaction that comes to its end has made.
    if (minutes < reward.requiredMinutes)
      throw conflict(`This reward needs ${reward.requiredMinutes} minutes, and you have ${minutes}.`);
    await queueDeliveries(tx, [
      {
        accountId,
        idempotencyKey: `drop:${accountId}:${rewardId}`,
        kind: 'item',
        itemId: reward.itemId,
        quantity: reward.itemQuantity,
      },
    ]);
  });
}
