import type { DropAccount } from '@waygate/contract/drops/drops.admin.schemas';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AccountDrops } from './AccountDrops.tsx';
import { AccountFinder } from './AccountFinder.tsx';
import { useAccountDrops } from './drop-admin-queries.ts';
import styles from './drops-admin.module.css';

/** The drops of any account, for staff who may see nothing else of it. The account is in the address. */
export function DropAccounts() {
  const accountId = new URLSearchParams(useLocation().search).get('account') ?? '';
  const isId = /^[1-9]\d{0,9}$/.test(accountId);
  return (
    <div className={styles.list}>
      {/* What was looked for before is answered by another account. */}
      <AccountFinder key={`beside ${accountId}`} />
      {isId ? (
        <FoundAccount key={accountId} accountId={accountId} />
      ) : (
        <EmptyState>
          <p>Find an account to see its minutes and claims, and to put its minutes right.</p>
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
  // What led here is gone by now, or was a field that is done with.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      <AccountLink account={account} /> (account {account.accountDBID})
    </h2>
  );
}
