import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { dropKey, queueDeliveries } from '#features/deliveries/deliveries.ts';
import { NO_SUCH_ACCOUNT, selectAccount } from '#features/identity/identity.ts';
import {
  findRewardLocked,
  findSeasonRewards,
  type ClaimableReward,
} from '#features/twitch-rewards/twitch-rewards.ts';
import { selectLink } from '#features/twitch-links/twitch-links.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import {
  insertClaim,
  selectClaimedRewardIds,
  selectCurrentSeasonId,
  selectIsClaimable,
  selectMinutesForClaim,
} from './claims.queries.ts';
import { presentReward } from './drops.presenter.ts';

export const CLAIMED = 'Reward claimed!';

/** The current season's rewards, with whether the account has claimed them. */
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

const NO_SUCH_REWARD = 'There is no such reward in this season.';

/**
 * Claims an earned reward and queues its delivery in one transaction. Claiming it again succeeds and changes nothing,
 * even after the claim period, the reward or the link has ended.
 *
 * @throws not_found, or conflict when the account is not linked or has too few minutes
 */
export async function claimReward(db: Database, { accountId, kind, rewardId }: Claim): Promise<void> {
  await db.transaction(async (tx) => {
    const reward = await findRewardLocked(tx, rewardId);
    if (reward?.type !== kind) throw notFound(NO_SUCH_REWARD);
    // Inserted before the checks: this waits for a concurrent claim, and a refusal rolls it back.
    const isNew = await insertClaim(tx, { accountId, rewardId });
    if (!isNew) return;
    await requireEarned(tx, accountId, reward);
    const account = await selectAccount(tx, accountId);
    if (!account) throw notFound(NO_SUCH_ACCOUNT);
    await queueDeliveries(tx, [
      {
        accountId,
        idempotencyKey: dropKey({ accountReference: account.reference, rewardReference: reward.reference }),
        kind: 'item',
        itemId: reward.itemId,
        quantity: reward.itemQuantity,
      },
    ]);
  });
}

async function requireEarned(tx: Transaction, accountId: number, reward: ClaimableReward): Promise<void> {
  if (!(await selectLink(tx, { accountId, keys: undefined })))
    throw conflict('Please link your Twitch account to participate in drops.');
  const { type: kind, season: seasonId, requiredMinutes } = reward;
  if (reward.deletedAt !== null || !(await selectIsClaimable(tx, seasonId))) throw notFound(NO_SUCH_REWARD);
  const minutes = await selectMinutesForClaim(tx, { accountId, kind, seasonId });
  if (minutes < requiredMinutes)
    throw conflict(`This reward needs ${requiredMinutes} minutes, and you have ${minutes}.`);
}
