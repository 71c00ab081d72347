import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { Link } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { DeliveryActions, type OpenDeliveryAction } from './DeliveryActions.tsx';
import { deliveryText } from './delivery-labels.ts';
import styles from './DeliveryList.module.css';
import { DeliveryState } from './DeliveryState.tsx';
import { GameResponse } from './GameResponse.tsx';

/** The columns of the delivery list; the game server's where there are several. */
export function deliveryColumns(
  onOpen: OpenDeliveryAction,
  { hasServers }: { hasServers: boolean },
): Column<AdminDelivery>[] {
  return [...WHAT, ...(hasServers ? [SERVER] : []), ...WHAT_CAME_OF_IT, actionsColumn(onOpen)];
}

const WHAT: Column<AdminDelivery>[] = [
  {
    id: 'id',
    label: 'Delivery',
    sortKey: 'deliveryId',
    render: ({ deliveryId }) => `#${deliveryId}`,
  },
  {
    id: 'what',
    label: 'What',
    isPrimary: true,
    grows: 42,
    render: (delivery) => (
      <>
        {deliveryText(delivery)}
        {delivery.orderId !== null && (
          <>
            {' for '}
            <Link to={adminPaths.order({ orderId: delivery.orderId })}>#{delivery.orderId}</Link>
          </>
        )}
      </>
    ),
  },
  {
    id: 'account',
    label: 'Account',
    grows: 18,
    render: (delivery) => <AccountLink account={delivery} />,
  },
  {
    id: 'state',
    label: 'State',
    phone: 'top',
    render: ({ state, isOnHold }) => <DeliveryState state={state} isOnHold={isOnHold} />,
  },
];

const SERVER: Column<AdminDelivery> = {
  id: 'server',
  label: 'Game server',
  grows: 18,
  render: ({ serverName, characterName }) => [serverName, characterName].filter(Boolean).join(', '),
};

// The response is last: where the table is too wide, the actions hide the end of what is cut anyway.
const WHAT_CAME_OF_IT: Column<AdminDelivery>[] = [
  {
    id: 'created',
    label: 'Queued',
    phone: 'bottom',
    render: ({ createdAt }) => <ShortTime value={createdAt} />,
  },
  {
    id: 'detail',
    label: 'Game response',
    grows: 22,
    phone: 'below',
    render: (delivery) =>
      hasResponse(delivery) && (
        <span className={styles.response}>
          <GameResponse delivery={delivery} />
        </span>
      ),
  },
];

function actionsColumn(onOpen: OpenDeliveryAction): Column<AdminDelivery> {
  return {
    id: 'actions',
    label: 'Actions',
    render: (delivery) => (
      <DeliveryActions delivery={delivery} accountId={delivery.accountDBID} onOpen={onOpen} />
    ),
  };
}

function hasResponse({ attempts, detail, failure, problem, collectBy, collectedAt }: AdminDelivery): boolean {
  return attempts > 0 || [detail, failure, problem, collectBy, collectedAt].some((said) => said !== null);
}
