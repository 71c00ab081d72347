import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { chosenFilters, nothingMatchesText } from './filters/filter-texts.ts';
import type { ListFilter } from './filters/ListFilters.tsx';
import styles from './ListView.module.css';
import type { ListAddress } from './use-list-address.ts';

type NothingFoundProps = {
  address: ListAddress;
  /** What is filtered by, to be named. */
  filters: ListFilter[];
  /** Shown when the list itself is empty. */
  children: ReactNode;
};

/** Why a list shows nothing, and the next step. */
export function NothingFound({ address, filters, children }: NothingFoundProps) {
  return (
    <EmptyState>
      <div className={styles.nothing}>
        <Reason address={address} filters={filters}>
          {children}
        </Reason>
      </div>
    </EmptyState>
  );
}

function Reason({
  address: { query, filters: chosen, setPage, clear },
  filters,
  children,
}: NothingFoundProps) {
  if (query.page !== '1')
    return (
      <>
        <p>There is nothing on this page.</p>
        <Button look="secondary" onClick={() => setPage(1)}>
          Go to the first page
        </Button>
      </>
    );
  const narrowing = chosenFilters(filters, chosen);
  if (narrowing.length > 0)
    return (
      <>
        <p>{nothingMatchesText(narrowing, query.search)}</p>
        <Button look="secondary" onClick={clear}>
          Clear filters
        </Button>
      </>
    );
  if (query.search !== '')
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
