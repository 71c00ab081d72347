import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import { Coins, Crown, Gem } from 'lucide-react';
import { useState } from 'react';
import { COIN_NAMES } from '#features/coins/coin-labels.ts';
import { machineTime, timeText, VISITOR_LOCALE } from '#ui/time-text.ts';
import { countText } from '#ui/texts/count-text.ts';
import styles from './Purses.module.css';

const DAY_MS = 86_400_000;

type PursesProps = Pick<Profile, 'agaiaCoins' | 'astrumCoins' | 'agaiaClubExpiry'>;

/** Both kinds of coins, and until when the player is in the club. */
export function Purses({ agaiaCoins, astrumCoins, agaiaClubExpiry }: PursesProps) {
  const [now] = useState(() => Date.now());
  const leftMs = agaiaClubExpiry ? Date.parse(agaiaClubExpiry) - now : 0;
  return (
    <dl className={styles.purses}>
      <div>
        <dt>
          <Coins aria-hidden size={16} /> {COIN_NAMES.premium}
        </dt>
        <dd>{countText(agaiaCoins ?? 0)}</dd>
      </div>
      <div>
        <dt>
          <Gem aria-hidden size={16} /> {COIN_NAMES.second}
        </dt>
        <dd>{countText(astrumCoins ?? 0)}</dd>
      </div>
      {leftMs > 0 && (
        <div className={styles.club}>
          <dt>
            <Crown aria-hidden size={16} /> Club until
          </dt>
          <dd>
            <time dateTime={machineTime(agaiaClubExpiry)}>
              {timeText(agaiaClubExpiry, VISITOR_LOCALE, { dateStyle: 'medium' })}
            </time>
            <span className={styles.left}>{daysText(Math.ceil(leftMs / DAY_MS))}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${countText(days)} days`;
}
