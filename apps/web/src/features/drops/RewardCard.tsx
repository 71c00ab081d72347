import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { Check, Gift, Lock } from 'lucide-react';
import { useRef } from 'react';
import { mediaUrl } from '#api/media-url.ts';
import { DeliveryStatus } from '#features/deliveries/DeliveryStatus.tsx';
import { minutesText } from '#features/seasons/minutes-text.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { useFocusAfterLoss } from '#ui/use-focus-after-loss.ts';
import { type RewardState, rewardState } from './drops.rules.ts';
import styles from './RewardCard.module.css';

type RewardCardProps = {
  reward: Reward;
  minutes: number;
  onClaim: () => void;
  /** Whether it stands at a milestone that shows the time where there is room. */
  isOnTrack?: boolean;
};

/** One reward with its requirement, its state and its claim button. On a phone a row. */
export function RewardCard({ reward, minutes, onClaim, isOnTrack = false }: RewardCardProps) {
  const { rewardId, title, description, imageUrl, requiredMinutes } = reward;
  const state = rewardState(reward, minutes);
  const titleId = `reward-${rewardId}`;
  const card = useRef<HTMLElement>(null);
  // Claiming removes the pressed button; without this, focus would be lost.
  useFocusAfterLoss(state, () => card.current);
  return (
    <article
      ref={card}
      tabIndex={-1}
      className={classNames(styles.card, styles[state], isOnTrack && styles.onTrack)}
      aria-labelledby={titleId}
    >
      <div className={styles.picture}>
        <Gift aria-hidden size={40} strokeWidth={1.25} />
        {imageUrl !== null && <OptionalImage src={mediaUrl(imageUrl)} alt="" loading="lazy" />}
      </div>
      <div className={styles.text}>
        <h3 id={titleId}>{title}</h3>
        {description !== '' && <p>{description}</p>}
      </div>
      <p className={styles.required}>
        {minutesText(requiredMinutes)}
        <span className="visually-hidden"> required</span>
      </p>
      <div className={styles.state}>
        <State state={state} missingMinutes={requiredMinutes - minutes} />
        {state === 'available' && (
          <Button onClick={onClaim}>
            Claim<span className="visually-hidden"> {title}</span>
          </Button>
        )}
        {reward.delivery && <DeliveryStatus delivery={reward.delivery} />}
      </div>
    </article>
  );
}

function State({ state, missingMinutes }: { state: RewardState; missingMinutes: number }) {
  switch (state) {
    case 'available':
      // The button says it to the eye.
      return <p className="visually-hidden">Available</p>;
    case 'claimed':
      return (
        <p>
          <Check aria-hidden size={18} /> Claimed
        </p>
      );
    case 'locked':
      return (
        <p>
          <Lock aria-hidden size={18} />
          <span className="visually-hidden">Locked, </span>
          {minutesText(missingMinutes)} to go
        </p>
      );
  }
}
