import { deliveryFailureSchema } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { useState } from 'react';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import type { LoadQuery } from '#features/admin/lists/list-source.ts';
import { Button } from '#ui/Button.tsx';
import styles from './DeliveryList.module.css';
import { RetryAllDialog, type RetryFilter } from './RetryAllDialog.tsx';

type RetryAllButtonProps = {
  query: LoadQuery;
  /** The filters of the list. */
  filters: ListFilter[];
  /** The ids of the selected deliveries. */
  selected: number[];
  onRetried: () => void;
};

/** What a retry can be narrowed by. With other filters, 'all' would be more than the list shows. */
const RETRIED_BY = ['state', 'failure', 'server', 'account'];

/**
 * Retries the selected rows, or all of the list where its filters are those of a retry. Only where it shows failed
 * deliveries.
 */
export function RetryAllButton({ query, filters, selected, onRetried }: RetryAllButtonProps) {
  const [filter, setFilter] = useState<RetryFilter>();
  if (query.state !== undefined) return null;
  const narrowing = narrowingTexts(query, filters);
  return (
    <>
      {selected.length > 0 && (
        <Button onClick={() => setFilter({ deliveries: selected })}>
          Retry {selected.length.toLocaleString()} selected
        </Button>
      )}
      {narrowing.length === 0 && (
        <Button look="secondary" onClick={() => setFilter(filterOf(query))}>
          Retry all
        </Button>
      )}
      {narrowing.length > 0 && selected.length === 0 && (
        <span className={styles.hint}>
          To retry, select rows, or clear {new Intl.ListFormat('en').format(narrowing)}.
        </span>
      )}
      {filter && (
        <RetryAllDialog filter={filter} onRetried={onRetried} onClose={() => setFilter(undefined)} />
      )}
    </>
  );
}

function narrowingTexts(query: LoadQuery, filters: ListFilter[]): string[] {
  const set = filters.filter(({ name }) => query[name] !== undefined && !RETRIED_BY.includes(name));
  return [...(query.search === '' ? [] : ['the search']), ...set.map(({ label }) => `“${label}”`)];
}

function filterOf({ failure, server, account }: LoadQuery): RetryFilter {
  const known = deliveryFailureSchema.options.find((option) => option === failure);
  return {
    ...(known && { failure: known }),
    ...(server !== undefined && { server }),
    ...(account !== undefined && { account }),
  };
}
