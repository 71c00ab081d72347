import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { isTargetFault, type Target, type TargetFault } from '#features/game-servers/target.rules.ts';
import { useTemporaryValue } from '#ui/timers/use-timers.ts';
import { claim, type ClaimAnswer } from './drop-calls.ts';
import { serversOfAll } from './drops.rules.ts';

const MESSAGE_MS = 5000;
export type ClaimMessage = { tone: 'success' | 'error' | 'info'; text: string };

type Texts = { success: (answers: ClaimAnswer[]) => string; failure: string };

const ONE: Texts = {
  success: ([answer]) => answer?.message || 'Reward claimed!',
  failure: 'Failed to claim reward.',
};
const ALL: Texts = {
  success: (answers) => {
    const revoked = answers.filter(({ isRevoked }) => isRevoked).length;
    const claimed = `Claimed ${answers.length - revoked} reward(s).`;
    return revoked === 0
      ? claimed
      : `${claimed} Our team had revoked ${revoked}, which won't be delivered again.`;
  },
  failure: 'Failed to claim all rewards.',
};

/** Rewards that are claimed together, and the game servers that have all of them. */
type Claiming = {
  ids: ReadonlySet<number>;
  title: string;
  serverIds: number[];
  texts: Texts;
  isBusy: boolean;
};

/** Rewards for which the player chooses a game server and a character. */
export type ClaimChoice = Claiming & { fault?: TargetFault };

export type Claims = {
  /** The rewards, with pending claims shown as claimed. */
  rewards: Reward[];
  /** The result of the last claim, shown for a few seconds. */
  message: ClaimMessage | undefined;
  dismiss: () => void;
  isClaimingAll: boolean;
  claimOne: (reward: Reward) => void;
  claimAll: (available: Reward[]) => void;
  choice: ClaimChoice | undefined;
  /** Claims for the chosen game server and character. */
  choose: (target: Target) => void;
  cancel: () => void;
};

/** Applies claims optimistically and reverts them when the server refuses. */
export function useClaims(kind: DropKind, loaded: Reward[]): Claims {
  const [claimedIds, setClaimedIds] = useState<ReadonlySet<number>>(new Set());
  const [isClaimingAll, setIsClaimingAll] = useState(false);
  const [choice, setChoice] = useState<ClaimChoice>();
  const [message, show] = useTemporaryValue<ClaimMessage>(MESSAGE_MS);
  async function claimFor(claiming: Claiming, target?: Target) {
    const { texts, ids } = claiming;
    // Behind the dialog nothing is shown as claimed before it is.
    if (target) setChoice({ ...claiming, isBusy: true });
    else setClaimedIds((known) => known.union(ids));
    const { claimed, fault } = await claimInTurn(kind, ids, { target, failure: texts.failure });
    setClaimedIds((known) => (fault ? known.difference(ids) : known.union(ids)));
    setChoice(
      fault && (target || isTargetFault(fault)) ? { ...claiming, ...(target && { fault }) } : undefined,
    );
    const tone = claimed.some(({ isRevoked }) => isRevoked) ? 'info' : 'success';
    if (!fault) show({ tone, text: texts.success(claimed) });
    else if (!target && !isTargetFault(fault)) show({ tone: 'error', text: fault.message });
  }
  async function begin(rewards: Reward[], texts: Texts) {
    const claiming = claimingOf(rewards, texts);
    if (claiming.serverIds.length === 0 && rewards.length > 1)
      return show({ tone: 'error', text: 'These are for different game servers. Claim them one by one.' });
    // With one game server the portal knows whether there is anything to choose.
    if (claiming.serverIds.length > 1) return setChoice(claiming);
    await claimFor(claiming);
  }
  async function claimAll(available: Reward[]) {
    if (available.length === 0) return show({ tone: 'info', text: 'No rewards available to claim yet.' });
    setIsClaimingAll(true);
    await begin(available, ALL);
    setIsClaimingAll(false);
  }
  return {
    rewards: loaded.map((reward) =>
      claimedIds.has(reward.rewardId) ? { ...reward, isClaimed: true } : reward,
    ),
    message,
    dismiss: () => show(undefined),
    isClaimingAll,
    claimOne: (reward) => void begin([reward], ONE),
    claimAll: (available) => void claimAll(available),
    choice,
    choose: (target) => {
      if (choice && !choice.isBusy) void claimFor(choice, target);
    },
    cancel: () => setChoice(undefined),
  };
}

function claimingOf(rewards: Reward[], texts: Texts): Claiming {
  const ids = new Set(rewards.map(({ rewardId }) => rewardId));
  const [first, ...others] = rewards;
  const title = first && others.length === 0 ? first.title : `${rewards.length} rewards`;
  return { ids, title, serverIds: serversOfAll(rewards), texts, isBusy: false };
}

/** One after another. Those before a fault are claimed; the next attempt repeats them, which changes nothing. */
async function claimInTurn(
  kind: DropKind,
  ids: ReadonlySet<number>,
  { target, failure }: { target: Target | undefined; failure: string },
): Promise<{ claimed: ClaimAnswer[]; fault?: TargetFault }> {
  const claimed: ClaimAnswer[] = [];
  try {
    for (const rewardId of ids) claimed.push(await claim(kind, { rewardId, ...target }));
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {};
    return { claimed, fault: { message: messageOf(error, failure), fields } };
  }
  return { claimed };
}
