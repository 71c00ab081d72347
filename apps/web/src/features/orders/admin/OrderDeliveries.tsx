import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { useState } from 'react';
import { DeliveryActions, type OpenDeliveryAction } from '#features/deliveries/admin/DeliveryActions.tsx';
import { deliveryText } from '#features/deliveries/admin/delivery-labels.ts';
import { DeliveryState } from '#features/deliveries/admin/DeliveryState.tsx';
import { GameResponse } from '#features/deliveries/admin/GameResponse.tsx';
import { RetryAllDialog } from '#features/deliveries/admin/RetryAllDialog.tsx';
import { useDeliveryActions } from '#features/deliveries/admin/use-delivery-actions.tsx';
import { useOpensAction } from '#features/admin/search/opens-new.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { FileButton } from '#features/admin/lists/FileButton.tsx';
import type { CsvColumn } from '@waygate/contract/csv';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';

type OrderDelivery = AdminOrderDetail['deliveries'][number];

function columnsOf(accountId: number, onOpen: OpenDeliveryAction): Column<OrderDelivery>[] {
  return [
    { id: 'id', label: 'Delivery', render: ({ deliveryId }) => `#${deliveryId}`, width: '7rem' },
    { id: 'what', label: 'What', isPrimary: true, render: deliveryText },
    {
      id: 'state',
      label: 'State',
      render: ({ state, isOnHold }) => <DeliveryState state={state} isOnHold={isOnHold} />,
    },
    { id: 'detail', label: 'Game response', render: (delivery) => <GameResponse delivery={delivery} /> },
    {
      id: 'settled',
      label: 'Settled',
      render: ({ settledAt }) => (settledAt === null ? '–' : <LocalTime value={settledAt} />),
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '23.5rem',
      render: (delivery) => <DeliveryActions delivery={delivery} accountId={accountId} onOpen={onOpen} />,
    },
  ];
}

const FILE_COLUMNS: CsvColumn<OrderDelivery>[] = [
  { label: 'deliveryId', value: ({ deliveryId }) => deliveryId },
  { label: 'effect', value: ({ effect }) => effect },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'quantity', value: ({ quantity }) => quantity },
  { label: 'state', value: ({ state }) => state },
  { label: 'attempts', value: ({ attempts }) => attempts },
  { label: 'detail', value: ({ detail }) => detail },
  { label: 'settledAt', value: ({ settledAt }) => settledAt },
];

/** Deliveries and revocations sent to the game for the order. */
export function OrderDeliveries({ order, isCurrent }: { order: AdminOrderDetail; isCurrent: boolean }) {
  const { open, dialog } = useDeliveryActions();
  const [retried, setRetried] = useState<number[]>();
  const close = () => setRetried(undefined);
  const mayGive = useMayGive();
  const toast = useToast();
  const askRetry = () => {
    const failed = order.deliveries.filter(({ state, isOnHold }) => state === 'dead' && !isOnHold);
    const [first] = failed;
    if (!mayGive(order.accountDBID)) return;
    if (first === undefined) toast(`No failed delivery of order ${order.orderId} can be retried.`, 'info');
    else if (failed.length === 1) open(first, 'retry');
    else setRetried(failed.map(({ deliveryId }) => deliveryId));
  };
  useOpensAction('retry', askRetry, { isReady: isCurrent });
  return (
    <Panel
      title="Deliveries"
      actions={
        order.deliveries.length > 0 && (
          <FileButton
            title="Deliveries"
            fileName={`deliveries-of-order-${order.orderId}`}
            columns={FILE_COLUMNS}
            rows={order.deliveries}
          />
        )
      }
    >
      <DataTable
        caption="Deliveries of this order"
        columns={columnsOf(order.accountDBID, open)}
        rows={order.deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        empty={
          <EmptyState>
            <p>
              {order.fulfilledAt === null
                ? 'Nothing has been sent to the game yet.'
                : 'This order has nothing to deliver to the game.'}
            </p>
          </EmptyState>
        }
      />
      {dialog}
      {retried && <RetryAllDialog filter={{ deliveries: retried }} onRetried={close} onClose={close} />}
    </Panel>
  );
}
