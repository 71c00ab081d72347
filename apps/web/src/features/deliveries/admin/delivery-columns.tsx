import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { Link } from 'react-router';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import type { CsvColumn } from '#features/admin/lists/csv.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { classNames } from '#ui/class-names.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { DeliveryActions, type OpenDeliveryAction } from './DeliveryActions.tsx';
import { deliveryText } from './delivery-labels.ts';
import styles from './DeliveryList.module.css';
import { DeliveryState } from './DeliveryState.tsx';
import { GameResponse } from './GameResponse.tsx';

const ID: Column<AdminDelivery> = {
  id: 'id',
  label: 'Delivery',
  sortKey: 'deliveryId',
  width: '5.5rem',
  render: ({ deliveryId }) => `#${deliveryId}`,
};
const WHAT: Column<AdminDelivery> = {
  id: 'what',
  label: 'What',
  isPrimary: true,
  width: '8rem',
  render: deliveryText,
};
const ACCOUNT: Column<AdminDelivery> = {
  id: 'account',
  label: 'Account',
  width: '11rem',
  render: (delivery) => <AccountLink account={delivery} />,
};
const STATE: Column<AdminDelivery> = {
  id: 'state',
  label: 'State',
  render: ({ state, isOnHold }) => <DeliveryState state={state} isOnHold={isOnHold} />,
};

function actionsColumn(onOpen: OpenDeliveryAction, width: string): Column<AdminDelivery> {
  return {
    id: 'actions',
    label: 'Actions',
    width,
    render: (delivery) => (
      <DeliveryActions delivery={delivery} accountId={delivery.accountDBID} onOpen={onOpen} />
    ),
  };
}

/** The columns of the delivery list. Where there are several game servers, things that belong together share one. */
export function deliveryColumns(
  onOpen: OpenDeliveryAction,
  { hasServers }: { hasServers: boolean },
): Column<AdminDelivery>[] {
  return hasServers
    ? [...SERVER_COLUMNS, actionsColumn(onOpen, '19.5rem')]
    : [...COLUMNS, actionsColumn(onOpen, '13rem')];
}

const COLUMNS: Column<AdminDelivery>[] = [
  ID,
  WHAT,
  ACCOUNT,
  {
    id: 'order',
    label: 'Order',
    width: '5rem',
    render: ({ orderId }) =>
      orderId === null ? '–' : <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>,
  },
  STATE,
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
];

const SERVER_COLUMNS: Column<AdminDelivery>[] = [
  {
    ...ID,
    width: '10rem',
    render: ({ deliveryId, createdAt }) => (
      <>
        #{deliveryId}
        <div className={classNames(styles.detail, styles.queued)}>
          <span className="visually-hidden">Queued </span>
          <LocalTime value={createdAt} />
        </div>
      </>
    ),
  },
  {
    ...WHAT,
    width: '10rem',
    render: (delivery) => (
      <>
        <span className={styles.what}>{deliveryText(delivery)}</span>
        {delivery.orderId !== null && (
          <div className={styles.detail}>
            <Link to={adminPaths.order({ orderId: delivery.orderId })}>Order #{delivery.orderId}</Link>
          </div>
        )}
      </>
    ),
  },
  {
    ...ACCOUNT,
    width: '9.5rem',
    render: (delivery) => (
      <span className={styles.name} title={delivery.userName}>
        <AccountLink account={delivery} />
      </span>
    ),
  },
  {
    id: 'server',
    label: 'Game server',
    width: '9rem',
    render: ({ serverName, characterName }) => (
      <>
        <span className={styles.name} title={serverName}>
          {serverName}
        </span>
        {characterName !== null && <div className={styles.detail}>{characterName}</div>}
      </>
    ),
  },
  {
    ...STATE,
    label: 'State and response',
    width: '13rem',
    render: (delivery) => (
      <>
        <DeliveryState state={delivery.state} isOnHold={delivery.isOnHold} />
        {hasResponse(delivery) && (
          <div className={classNames(styles.detail, styles.response)}>
            <GameResponse delivery={delivery} />
          </div>
        )}
      </>
    ),
  },
];

function hasResponse({ attempts, detail, failure, problem, collectBy, collectedAt }: AdminDelivery): boolean {
  return attempts > 0 || [detail, failure, problem, collectBy, collectedAt].some((said) => said !== null);
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
