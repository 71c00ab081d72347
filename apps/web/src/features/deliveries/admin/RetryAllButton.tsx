import { deliveryFailureSchema } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { useState } from 'react';
import type { LoadQuery } from '#features/admin/lists/list-source.ts';
import { Button } from '#ui/Button.tsx';
import { RetryAllDialog, type RetryFilter } from './RetryAllDialog.tsx';

type RetryAllButtonProps = {
  query: LoadQuery;
  /** The ids of the selected deliveries. */
  selected: number[];
  onRetried: () => void;
};

/** The other filters of the list: 'all' would be more than it shows. */
const NOT_RETRIED_BY = ['kind', 'product', 'from', 'to'];

/**
 * Retries the selected rows, or all of the list where its filters are those of a retry. Only where it shows failed
 * deliveries.
 */
export function RetryAllButton({ query, selected, onRetried }: RetryAllButtonProps) {
  const [filter, setFilter] = useState<RetryFilter>();
  const isOfFailed = query.state === undefined;
  const isNarrower = query.search !== '' || NOT_RETRIED_BY.some((name) => query[name] !== undefined);
  return (
    <>
      {isOfFailed && selected.length > 0 && (
        <Button onClick={() => setFilter({ deliveries: selected })}>
          Retry {selected.length.toLocaleString()} selected
        </Button>
      )}
      {isOfFailed && !isNarrower && (
        <Button look="secondary" onClick={() => setFilter(filterOf(query))}>
          Retry all
        </Button>
      )}
      {filter && (
        <RetryAllDialog filter={filter} onRetried={onRetried} onClose={() => setFilter(undefined)} />
      )}
    </>
  );
}

function filterOf({ failure, server, account }: LoadQuery): RetryFilter {
  const known = deliveryFailureSchema.options.find((option) => option === failure);
  return {
    ...(known && { failure: known }),
    ...(server !== undefined && { server }),
    ...(account !== undefined && { account }),
  };
}
