import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import styles from './Excluded.module.css';
import { countText } from '#ui/admin/count-text.ts';
import { EXCLUSIONS } from './redelivery-labels.ts';

/** What isn't sent although the filter names it, whose it is, and why. */
export function Excluded({ excluded }: Pick<RedeliveryPreview, 'excluded'>) {
  if (excluded.length === 0) return null;
  return (
    <section className={styles.excluded} aria-label="Not sent">
      <h3>Not sent</h3>
      <ul>
        {excluded.map(({ reason, deliveries, players, accounts }) => (
          <li key={reason}>
            <p>
              <strong>{countText(deliveries, 'delivery', 'deliveries')}</strong> – {EXCLUSIONS[reason]}
            </p>
            <p className={styles.accounts}>
              {accounts.map((account, index) => (
                <span key={account.accountDBID}>
                  {index > 0 && ', '}
                  <AccountLink account={account} />
                </span>
              ))}
              {players > accounts.length && ` and ${(players - accounts.length).toLocaleString()} more`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
