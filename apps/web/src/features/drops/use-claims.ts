import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useTemporaryValue } from '#ui/timers/use-timers.ts';
import { claim } from './drop-calls.ts';

const MESSAGE_MS = 5000;

export type ClaimMessage = { tone: 'success' | 'error' | 'info'; text: string };

export type Claims = {
  /** The rewards, with pending claims shown as claimed. */
  rewards: Reward[];
  /** The result of the last claim, shown for a few seconds. */
  message: ClaimMessage | undefined;
  dismiss: () => void;
  isClaimingAll: boolean;
  claimOne: (rewardId: number) => void;
  claimAll: (available: Reward[]) => void;
};

/** Applies claims optimistically and reverts them when the server refuses. */
export function useClaims(kind: DropKind, loaded: Reward[]): Claims {
  const [claimedIds, setClaimedIds] = useState<ReadonlySet<number>>(new Set());
  const [isClaimingAll, setIsClaimingAll] = useState(false);
  const [message, show] = useTemporaryValue<ClaimMessage>(MESSAGE_MS);
  const mark = (ids: number[]) => setClaimedIds((known) => known.union(new Set(ids)));
  const unmark = (ids: number[]) => setClaimedIds((known) => known.difference(new Set(ids)));
  async function claimOne(rewardId: number) {
    mark([rewardId]);
    try {
      show({ tone: 'success', text: (await claim(kind, rewardId)) || 'Reward claimed!' });
    } catch (error) {
      unmark([rewardId]);
      show({ tone: 'error', text: messageOf(error, 'Failed to claim reward.') });
    }
  }
  async function claimAll(available: Reward[]) {
    if (available.length === 0) return show({ tone: 'info', text: 'No rewards available to claim yet.' });
    const ids = available.map(({ rewardId }) => rewardId);
    setIsClaimingAll(true);
    mark(ids);
    try {
      for (const rewardId of ids) await claim(kind, rewardId);
      show({ tone: 'success', text: `Claimed ${ids.length} reward(s).` });
    } catch (error) {
      // Claims that succeeded are repeated by the next attempt; claiming is idempotent.
      unmark(ids);
      show({ tone: 'error', text: messageOf(error, 'Failed to claim all rewards.') });
    } finally {
      setIsClaimingAll(false);
    }
  }
  return {
    rewards: loaded.map((reward) =>
      claimedIds.has(reward.rewardId) ? { ...reward, isClaimed: true } : reward,
    ),
    message,
    dismiss: () => show(undefined),
    isClaimingAll,
    claimOne: (rewardId) => void claimOne(rewardId),
    claimAll: (available) => void claimAll(available),
  };
}
