import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { Link } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { CsvColumn } from '#features/admin/lists/csv.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { DeliveryActions, type OpenDeliveryAction } from './DeliveryActions.tsx';
import { deliveryText } from './delivery-labels.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { GameResponse } from './GameResponse.tsx';

const SERVER: Column<AdminDelivery> = {
  id: 'server',
  label: 'Game server',
  width: '8rem',
  render: ({ serverName, characterName }) => (
    <>
      {serverName}
      {characterName !== null && <div>{characterName}</div>}
    </>
  ),
};

/** The columns of the delivery list; the game server where there is more than one. */
export function deliveryColumns(
  onOpen: OpenDeliveryAction,
  { hasServers }: { hasServers: boolean },
): Column<AdminDelivery>[] {
  return [
    {
      id: 'id',
      label: 'Delivery',
      sortKey: 'deliveryId',
      width: '5.5rem',
      render: ({ deliveryId }) => `#${deliveryId}`,
    },
    { id: 'what', label: 'What', isPrimary: true, width: '8rem', render: deliveryText },
    {
      id: 'account',
      label: 'Account',
      width: '11rem',
      render: (delivery) => <AccountLink account={delivery} />,
    },
    ...(hasServers ? [SERVER] : []),
    {
      id: 'order',
      label: 'Order',
      width: '5rem',
      render: ({ orderId }) =>
        orderId === null ? '–' : <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>,
    },
    {
      id: 'state',
      label: 'State',
      render: ({ state, isOnHold }) => <DeliveryState state={state} isOnHold={isOnHold} />,
    },
    {
      id: 'detail',
      label: 'Game response',
      width: '16rem',
      render: (delivery) => <GameResponse delivery={delivery} />,
    },
    {
      id: 'created',
      label: 'Queued',
      width: '7rem',
      render: ({ createdAt }) => <LocalTime value={createdAt} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '13rem',
      render: (delivery) => (
        <DeliveryActions delivery={delivery} accountId={delivery.accountDBID} onOpen={onOpen} />
      ),
    },
  ];
}

export const DELIVERY_CSV: CsvColumn<AdminDelivery>[] = [
  { label: 'deliveryId', value: ({ deliveryId }) => deliveryId },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'characterId', value: ({ characterId }) => characterId },
  { label: 'characterName', value: ({ characterName }) => characterName },
  { label: 'orderId', value: ({ orderId }) => orderId },
  { label: 'effect', value: ({ effect }) => effect },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'quantity', value: ({ quantity }) => quantity },
  { label: 'state', value: ({ state }) => state },
  { label: 'attempts', value: ({ attempts }) => attempts },
  { label: 'failure', value: ({ failure }) => failure },
  { label: 'detail', value: ({ detail }) => detail },
  { label: 'problem', value: ({ problem }) => problem },
  { label: 'collectBy', value: ({ collectBy }) => collectBy },
  { label: 'collectedAt', value: ({ collectedAt }) => collectedAt },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'settledAt', value: ({ settledAt }) => settledAt },
];
