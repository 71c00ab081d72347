import type { DropKind, EndedSeason as Season } from '@waygate/contract/drops/drops.schemas';
import { minutesText } from '#features/seasons/minutes-text.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './EndedSeason.module.css';
import { ClaimDialog } from './ClaimDialog.tsx';
import { RewardCard } from './RewardCard.tsx';
import { useClaims } from './use-claims.ts';

/** What the account earned in a season that has ended, with claim buttons until its claim period is over. */
export function EndedSeason({ kind, season }: { kind: DropKind; season: Season }) {
  const claims = useClaims(kind, season.rewards);
  const { rewards, message, dismiss, claimOne } = claims;
  const { id, name, minutes, claimUntil } = season;
  const titleId = `ended-season-${id}`;
  return (
    <section className={styles.rewards} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h3 id={titleId}>{name} has ended</h3>
        <p>
          You earned these in {minutesText(minutes)}. Claim them until <LocalTime value={claimUntil} />.
        </p>
      </header>
      {message && (
        <Notice tone={message.tone} onDismiss={dismiss}>
          {message.text}
        </Notice>
      )}
      <ul className={styles.list}>
        {rewards.map((reward) => (
          <li key={reward.rewardId}>
            <RewardCard reward={reward} minutes={minutes} onClaim={() => claimOne(reward)} />
          </li>
        ))}
      </ul>
      <ClaimDialog {...claims} />
    </section>
  );
}
