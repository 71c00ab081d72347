import type { DropKind, Reward } from '@waygate/contract/drops/drops.schemas';
import { Gift } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { filterRewards, type RewardFilter } from './drops.rules.ts';
import { RewardCard } from './RewardCard.tsx';
import { RewardFilters } from './RewardFilters.tsx';
import styles from './RewardList.module.css';
import type { Claims } from './use-claims.ts';

type RewardListProps = { kind: DropKind; minutes: number; claims: Claims };

/** The season's rewards, to look through and to claim. */
export function RewardList({ kind, minutes, claims }: RewardListProps) {
  const { rewards, message, isClaimingAll, claimOne, claimAll } = claims;
  const [filter, setFilter] = useState<RewardFilter>('all');
  const heading = useFocusAfterClaim(rewards);
  if (rewards.length === 0)
    return (
      <div className={styles.none}>
        <Gift aria-hidden size={48} strokeWidth={1.25} />
        <p>There are no {kind} rewards this season. Please look in again later.</p>
      </div>
    );
  const shown = filterRewards(rewards, filter, minutes);
  return (
    <div className={styles.rewards}>
      <header className={styles.header}>
        <h3 ref={heading} tabIndex={-1}>
          Rewards
        </h3>
        <Button
          look="secondary"
          isBusy={isClaimingAll}
          onClick={() => claimAll(filterRewards(rewards, 'available', minutes))}
        >
          Claim All
        </Button>
      </header>
      <RewardFilters rewards={rewards} minutes={minutes} chosen={filter} onChoose={setFilter} />
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {shown.length === 0 ? (
        <p className={styles.nothing}>There are no {filter} rewards right now.</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((reward) => (
            <li key={reward.rewardId}>
              <RewardCard reward={reward} minutes={minutes} onClaim={() => claimOne(reward.rewardId)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The button that was pressed goes with the claim; the focus must not go with it. */
function useFocusAfterClaim(rewards: Reward[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const claimed = rewards.filter(({ isClaimed }) => isClaimed).length;
  const known = useRef(claimed);
  useEffect(() => {
    if (claimed > known.current && document.activeElement === document.body) heading.current?.focus();
    known.current = claimed;
  }, [claimed]);
  return heading;
}
