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

/** Retries the selected rows, or, where the list isn't searched, all of it. Only where it shows failed deliveries. */
export function RetryAllButton({ query, selected, onRetried }: RetryAllButtonProps) {
  const [filter, setFilter] = useState<RetryFilter>();
  const isOfFailed = query.state === undefined;
  return (
    <>
      {isOfFailed && selected.length > 0 && (
        <Button onClick={() => setFilter({ deliveries: selected })}>
          Retry {selected.length.toLocaleString()} selected
        </Button>
      )}
      {isOfFailed && query.search === '' && (
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
