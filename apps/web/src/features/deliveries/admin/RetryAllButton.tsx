import { deliveryFailureSchema } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { useState } from 'react';
import type { LoadQuery } from '#features/admin/lists/list-source.ts';
import { Button } from '#ui/Button.tsx';
import { RetryAllDialog, type RetryFilter } from './RetryAllDialog.tsx';

/** Retries all that the list shows. Only where it shows failed deliveries, and isn't searched. */
export function RetryAllButton({ query }: { query: LoadQuery }) {
  const [filter, setFilter] = useState<RetryFilter>();
  const isOfFailed = query.search === '' && query.state === undefined;
  return (
    <>
      {isOfFailed && (
        <Button look="secondary" onClick={() => setFilter(filterOf(query))}>
          Retry all
        </Button>
      )}
      {filter && <RetryAllDialog filter={filter} onClose={() => setFilter(undefined)} />}
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
