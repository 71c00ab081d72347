import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { countText } from '#ui/texts/count-text.ts';
import { COIN_NAMES, REASON_LABELS, signedNumber } from './coin-labels.ts';
import styles from './CoinHistoryEntry.module.css';

/** One movement of coins, with the balance after it. */
export function CoinHistoryEntry({ entry }: { entry: CoinEntry }) {
  const { currency, amount, balance, reason, detail, serverName, createdAt } = entry;
  return (
    <div className={styles.entry}>
      <div className={styles.text}>
        <strong>{REASON_LABELS[reason]}</strong>
        {/* A game's text must not turn the rest of the line around. */}
        {detail !== null && <bdi className={styles.detail}>{detail}</bdi>}
        <span className={styles.when}>
          {serverName !== null && (
            <>
              <bdi>{serverName}</bdi> ·{' '}
            </>
          )}
          <LocalTime value={createdAt} />
        </span>
      </div>
      <div className={styles.numbers}>
        <span className={classNames(styles.amount, amount > 0 && styles.added)}>{signedNumber(amount)}</span>
        <span className={styles.balance}>Balance {countText(balance)}</span>
        {currency !== 'premium' && <span className={styles.balance}>{COIN_NAMES[currency]}</span>}
      </div>
    </div>
  );
}
