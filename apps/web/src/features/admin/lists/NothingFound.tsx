import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import styles from './ListView.module.css';
import type { ListAddress } from './use-list-address.ts';

type NothingFoundProps = {
  address: ListAddress;
  /** Shown when the list itself is empty. */
  children: ReactNode;
};

/** Why a list shows nothing, and the next step. */
export function NothingFound({ address, children }: NothingFoundProps) {
  return (
    <EmptyState>
      <div className={styles.nothing}>
        <Reason address={address}>{children}</Reason>
      </div>
    </EmptyState>
  );
}

function Reason({ address: { query, filters, setPage, clear }, children }: NothingFoundProps) {
  if (query.page !== '1')
    return (
      <>
        <p>There is nothing on this page.</p>
        <Button look="secondary" onClick={() => setPage(1)}>
          Go to the first page
        </Button>
      </>
    );
  if (query.search !== '' || Object.keys(filters).length > 0)
    return (
      <>
        <p>Nothing matches your search.</p>
        <Button look="secondary" onClick={clear}>
          Clear the search
        </Button>
      </>
    );
  return children;
}
