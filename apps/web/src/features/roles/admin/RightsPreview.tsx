import { compareSections, sectionNames } from '@waygate/contract/roles/rights';
import { X } from 'lucide-react';
import { roleText } from '#features/accounts/admin/role-text.ts';
import styles from './RightsPreview.module.css';
import type { Candidate } from './role-application.rules.ts';
import { SectionChips } from './SectionChips.tsx';

type RightsPreviewProps = {
  accounts: Candidate[];
  /** What they get; undefined until it is chosen. */
  sections: readonly string[] | undefined;
  onRemove: (account: Candidate) => void;
};

/** What each account gains and loses. */
export function RightsPreview({ accounts, sections, onRemove }: RightsPreviewProps) {
  if (accounts.length === 0) return <p className={styles.none}>No account is chosen yet.</p>;
  return (
    <ul className={styles.accounts} aria-label="Chosen accounts">
      {accounts.map((account) => (
        <li key={account.accountDBID}>
          <div className={styles.account}>
            <strong>{account.userName}</strong>
            <span className={styles.role}>now: {roleText(account)}</span>
          </div>
          <div className={styles.changes}>
            {sections && <Changes account={account} sections={sections} />}
          </div>
          <button
            type="button"
            className={styles.remove}
            aria-label={`Leave out ${account.userName}`}
            onClick={() => onRemove(account)}
          >
            <X aria-hidden size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Changes({ account, sections }: { account: Candidate; sections: readonly string[] }) {
  const { granted, revoked } = compareSections(sectionNames(account), sections);
  if (granted.length + revoked.length === 0) return <span className={styles.role}>Same rights</span>;
  return (
    <dl>
      {granted.length > 0 && (
        <div>
          <dt>Gains</dt>
          <dd>
            <SectionChips sections={granted} tone="success" />
          </dd>
        </div>
      )}
      {revoked.length > 0 && (
        <div>
          <dt>Loses</dt>
          <dd>
            <SectionChips sections={revoked} tone="error" />
          </dd>
        </div>
      )}
    </dl>
  );
}
