import type { Reward } from '@waygate/contract/drops/drops.schemas';
import { Check, Clock, Gift, Lock, type LucideIcon, Sparkles } from 'lucide-react';
import { mediaUrl } from '#api/media-url.ts';
import { DeliveryStatus } from '#features/deliveries/DeliveryStatus.tsx';
import { minutesText } from '#features/seasons/minutes-text.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { type RewardState, rewardState } from './drops.rules.ts';
import styles from './RewardCard.module.css';

const STATES: Record<RewardState, { label: string; icon: LucideIcon }> = {
  locked: { label: 'Locked', icon: Lock },
  available: { label: 'Available', icon: Sparkles },
  claimed: { label: 'Claimed', icon: Check },
};

type RewardCardProps = { reward: Reward; minutes: number; onClaim: () => void };

/** One reward with its requirement, its state and its claim button. */
export function RewardCard({ reward, minutes, onClaim }: RewardCardProps) {
  const { rewardId, title, description, imageUrl, requiredMinutes } = reward;
  const state = rewardState(reward, minutes);
  const { icon: Icon } = STATES[state];
  const titleId = `reward-${rewardId}`;
  return (
    <article className={classNames(styles.card, styles[state])} aria-labelledby={titleId}>
      <div className={styles.picture}>
        <Gift aria-hidden size={40} strokeWidth={1.25} />
        {imageUrl !== null && <OptionalImage src={mediaUrl(imageUrl)} alt="" loading="lazy" />}
      </div>
      <div className={styles.text}>
        <h3 id={titleId}>{title}</h3>
        {description !== '' && <p>{description}</p>}
      </div>
      <p className={styles.required}>
        <Clock aria-hidden size={18} /> {minutesText(requiredMinutes)}
        <span className="visually-hidden"> required</span>
      </p>
      <div className={styles.state}>
        <p>
          <Icon aria-hidden size={18} /> {STATES[state].label}
          {state === 'locked' && `, ${minutesText(requiredMinutes - minutes)} to go`}
        </p>
        {state === 'available' && (
          <Button onClick={onClaim}>
            Claim<span className="visually-hidden"> {title}</span>
          </Button>
        )}
      </div>
      {reward.delivery && <DeliveryStatus delivery={reward.delivery} />}
    </article>
  );
}
