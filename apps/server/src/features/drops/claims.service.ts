import type { LineDelivery } from '@waygate/contract/deliveries/line-states.schemas';
import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import {
  chooseTarget,
  dropKey,
  queueDeliveries,
  selectDeliveryStates,
  type TargetChoice,
} from '#features/deliveries/deliveries.ts';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
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
  selectClaims,
  selectCurrentSeasonId,
  selectIsClaimable,
  selectMinutesForClaim,
} from './claims.queries.ts';
import { presentReward } from './drops.presenter.ts';

export const CLAIMED = 'Reward claimed!';
export const REVOKED =
  "You had this reward already, and our team revoked it in the game. It won't be delivered again.";

/** The current season's rewards, with whether the account has claimed them. */
export async function listRewards(
  db: Db,
  { accountId, kind }: { accountId: number; kind: DropKind },
): Promise<Reward[]> {
  const season = await selectCurrentSeasonId(db);
  if (season === undefined) return [];
  const rewards = await findSeasonRewards(db, { season, type: kind });
  const claimed = await findClaimDeliveries(db, { accountId, rewardIds: rewards.map(({ id }) => id) });
  return rewards.map((reward) => presentReward(reward, claimed.get(reward.id)));
}

/** The delivery of each of these rewards that the account has claimed. */
export async function findClaimDeliveries(
  db: Db,
  of: { accountId: number; rewardIds: number[] },
): Promise<Map<number, LineDelivery | null>> {
  const claims = await selectClaims(db, of);
  const keys = new Map(claims.map(({ rewardId, ...references }) => [rewardId, dropKey(references)]));
  const states = await selectDeliveryStates(db, [...keys.values()]);
  return new Map([...keys].map(([rewardId, key]) => [rewardId, states.get(key) ?? null]));
}

type Claim = { accountId: number; kind: DropKind; rewardId: number; target?: TargetChoice };

const NO_SUCH_REWARD = 'There is no such reward in this season.';

/**
 * Claims an earned reward and queues its delivery in one transaction. Claiming it again succeeds and changes nothing,
 * even after the claim period, the reward or the link has ended.
 *
 * A portal that was restored may have forgotten a claim whose receipt staff then revoked: its key delivers nothing more. The
 * claim counts all the same, so that the reward isn't offered again.
 *
 * @returns whether what it delivered is revoked
 * @throws not_found; conflict when the account is not linked or has too few minutes; what `chooseTarget` throws
 */
export async function claimReward(
  db: Database,
  { accountId, kind, rewardId, target: choice = {} }: Claim,
): Promise<{ isRevoked: boolean }> {
  return db.transaction(async (tx) => {
    const reward = await findRewardLocked(tx, rewardId);
    if (reward?.type !== kind) throw notFound(NO_SUCH_REWARD);
    // Inserted before the checks: this waits for a concurrent claim, and a refusal rolls it back.
    const isNew = await insertClaim(tx, { accountId, rewardId });
    if (isNew) await deliver(tx, reward, { accountId, choice });
    // After the delivery is queued: a revocation under its key has waited for it, or is seen.
    const delivery = (await findClaimDeliveries(tx, { accountId, rewardIds: [rewardId] })).get(rewardId);
    return { isRevoked: delivery?.state === 'revoked' };
  });
}

async function deliver(
  tx: Transaction,
  reward: ClaimableReward,
  { accountId, choice }: { accountId: number; choice: TargetChoice },
): Promise<void> {
  await requireEarned(tx, accountId, reward);
  const account = await selectAccount(tx, accountId);
  if (!account) throw notFound(NO_SUCH_ACCOUNT);
  const target = await chooseTarget(tx, { accountId, serverIds: reward.serverIds, choice });
  await queueDeliveries(tx, [
    {
      ...target,
      accountId,
      idempotencyKey: dropKey({ accountReference: account.reference, rewardReference: reward.reference }),
      kind: 'item',
      itemId: itemOn(reward, target.serverId),
      quantity: reward.itemQuantity,
    },
  ]);
}

function itemOn({ itemId, serverItems }: ClaimableReward, serverId: number): number | null {
  if (serverId === FIRST_SERVER_ID) return itemId;
  return serverItems.find((item) => item.serverId === serverId)?.itemId ?? null;
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
