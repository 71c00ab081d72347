import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Gift } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { filterRewards, FILTERS, type RewardFilter } from './drops.rules.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import { RewardCard } from './RewardCard.tsx';
import styles from './RewardList.module.css';
import type { Claims } from './use-claims.ts';

type RewardListProps = { kind: DropKind; minutes: number; claims: Claims };

/** The season's rewards, with filters and claim buttons. */
export function RewardList({ kind, minutes, claims }: RewardListProps) {
  const { rewards, message, dismiss, isClaimingAll, claimOne, claimAll } = claims;
  const [filter, setFilter] = useState<RewardFilter>('all');
  const heading = useRef<HTMLHeadingElement>(null);
  // Claiming removes the pressed button; without this, focus would be lost.
  useFocusAfterLoss(rewards.filter(({ isClaimed }) => isClaimed).length, () => heading.current);
  if (rewards.length === 0)
    return (
      <EmptyPanel icon={Gift}>
        <p>There are no {kind} rewards right now. Please check back later.</p>
      </EmptyPanel>
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
      <ChoiceChips
        legend="Show rewards"
        choices={FILTERS.map((choice) => ({
          ...choice,
          count: filterRewards(rewards, choice.value, minutes).length,
        }))}
        chosen={filter}
        onChoose={setFilter}
      />
      {message && (
        <Notice tone={message.tone} onDismiss={dismiss}>
          {message.text}
        </Notice>
      )}
      {shown.length === 0 ? (
        <p className={styles.nothing}>There are no {filter} rewards right now.</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((reward) => (
            <li key={reward.rewardId}>
              <RewardCard reward={reward} minutes={minutes} onClaim={() => claimOne(reward)} />
            </li>
          ))}
        </ul>
      )}
      <ClaimDialog {...claims} />
    </div>
  );
}
