import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { FILTERS, filterRewards, type RewardFilter } from './drops.rules.ts';
import styles from './RewardFilters.module.css';

type RewardFiltersProps = {
  rewards: Reward[];
  minutes: number;
  chosen: RewardFilter;
  onChoose: (filter: RewardFilter) => void;
};

/** Narrows the rewards to those in one state, and says how many there are of each. */
export function RewardFilters({ rewards, minutes, chosen, onChoose }: RewardFiltersProps) {
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">Show rewards</legend>
      {FILTERS.map(({ filter, label }) => (
        <button key={filter} type="button" aria-pressed={filter === chosen} onClick={() => onChoose(filter)}>
          {label} <span className={styles.count}>{filterRewards(rewards, filter, minutes).length}</span>
        </button>
      ))}
    </fieldset>
  );
}
