import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { Gift, Newspaper } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#features/paths/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Notice } from '#ui/Notice.tsx';
import { filterRewards, FILTERS, type RewardFilter } from './drops.rules.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import { RewardTrack } from './RewardTrack.tsx';
import styles from './SeasonRewards.module.css';
import type { Claims } from './use-claims.ts';

type SeasonRewardsProps = { kind: DropKind; minutes: number; claims: Claims };

/** The season's rewards along their track, with filters and claim buttons. */
export function SeasonRewards({ kind, minutes, claims }: SeasonRewardsProps) {
  const { rewards, message, dismiss, claimOne } = claims;
  const [filter, setFilter] = useState<RewardFilter>('all');
  if (rewards.length === 0)
    return (
      <EmptyPanel icon={Gift}>
        <p>There are no {kind} rewards right now. Please check back later.</p>
        <p>New seasons are announced in the news.</p>
        <Link to={paths.news} className={buttonClass('secondary')}>
          <Newspaper aria-hidden size={18} /> Read the news
        </Link>
      </EmptyPanel>
    );
  const count = (choice: RewardFilter) => filterRewards(rewards, choice, minutes).length;
  return (
    <div className={styles.rewards}>
      <div className={styles.filters}>
        <ChoiceChips
          legend="Show rewards"
          choices={FILTERS.map((choice) => ({ ...choice, count: count(choice.value) }))}
          chosen={filter}
          onChoose={setFilter}
        />
      </div>
      {message && (
        <Notice tone={message.tone} onDismiss={dismiss}>
          {message.text}
        </Notice>
      )}
      {count(filter) === 0 && <p className={styles.nothing}>There are no {filter} rewards right now.</p>}
      <RewardTrack minutes={minutes} rewards={rewards} filter={filter} onClaim={claimOne} />
      <ClaimDialog {...claims} />
    </div>
  );
}
