import type { DropAccount } from '@waygate/contract/drops/drops.admin.schemas';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AccountDrops } from './AccountDrops.tsx';
import { AccountFinder } from './AccountFinder.tsx';
import { useAccountDrops } from './drop-admin-queries.ts';
import styles from './drops-admin.module.css';

/** The drops of one account, for staff without access to its other records. The account is in the address. */
export function DropAccounts() {
  const accountId = new URLSearchParams(useLocation().search).get('account') ?? '';
  const isId = /^[1-9]\d{0,9}$/.test(accountId);
  return (
    <div className={styles.list}>
      {/* Remounted for another account, so that the last search is cleared. */}
      <AccountFinder key={`beside ${accountId}`} />
      {isId ? (
        <FoundAccount key={accountId} accountId={accountId} />
      ) : (
        <EmptyState>
          <p>Find an account to see its minutes and claims and to correct its minutes.</p>
        </EmptyState>
      )}
    </div>
  );
}

function FoundAccount({ accountId }: { accountId: string }) {
  const { data: account } = useAccountDrops(accountId);
  return (
    <>
      {account && <AccountHeading account={account} />}
      <AccountDrops accountId={accountId} />
    </>
  );
}

function AccountHeading({ account }: { account: DropAccount }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The control that had focus is gone or no longer needed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      <AccountLink account={account} /> (account {account.accountDBID})
    </h2>
  );
}
