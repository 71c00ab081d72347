import {
  exportDeliveries,
  listAdminDeliveries,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import { type ComponentProps, useState } from 'react';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { type LoadQuery, loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { serverFilters } from '#features/game-servers/admin/server-filters.ts';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import {
  DELIVERY_FAILURE_OPTIONS,
  DELIVERY_KIND_OPTIONS,
  DELIVERY_STATE_OPTIONS,
} from './delivery-labels.ts';
import { RetryAllButton } from './RetryAllButton.tsx';
import { useDeliveryActions } from './use-delivery-actions.tsx';

const EXTRA_FILTERS: ListFilter[] = [
  { name: 'kind', label: 'Kind', options: DELIVERY_KIND_OPTIONS, isExtra: true },
  { name: 'product', label: 'Product', input: 'product', isExtra: true },
  { name: 'from', label: 'Queued from', input: 'time', isExtra: true },
  { name: 'to', label: 'Queued before', input: 'time', isExtra: true },
];

function filtersOf(servers: ServerName[]): ListFilter[] {
  return [
    { name: 'state', label: 'State', anyLabel: 'Failed', options: DELIVERY_STATE_OPTIONS },
    { name: 'failure', label: 'Reason', anyLabel: 'Any', options: DELIVERY_FAILURE_OPTIONS },
    ...serverFilters(servers),
    { name: 'account', label: 'Player', input: 'account' },
    ...EXTRA_FILTERS,
  ];
}

/** Deliveries to the game; failed ones by default. */
export function DeliveryList() {
  const { open, dialog } = useDeliveryActions();
  const servers = useServerNames();
  const filters = filtersOf(servers);
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  return (
    <>
      <ListView
        queryKey={['deliveries']}
        load={loadFrom(listAdminDeliveries, ({ deliveries: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch deliveries."
        caption="Deliveries"
        columns={deliveryColumns(open, { hasServers: servers.length > 1 })}
        rowKey={({ deliveryId }) => deliveryId}
        searchLabel="Search by name or an id"
        filters={filters}
        defaultSort="-deliveryId"
        empty={<p>The game has applied all deliveries. There is nothing to do.</p>}
        selection={{
          selected,
          onChange: setSelected,
          label: ({ deliveryId }) => `Select delivery ${deliveryId}`,
          isSelectable: ({ state, isOnHold }) => state === 'dead' && !isOnHold,
        }}
        toolbar={retryOf({
          filters,
          selected: [...selected].map(Number),
          onRetried: () => setSelected(new Set()),
        })}
        csv={exportDeliveries}
      />
      {dialog}
    </>
  );
}

function retryOf(props: Omit<ComponentProps<typeof RetryAllButton>, 'query'>) {
  return (query: LoadQuery) => <RetryAllButton query={query} {...props} />;
}
