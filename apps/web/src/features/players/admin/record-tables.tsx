import { exportBenefits, listBenefits } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import {
  exportDeliveries,
  listAdminDeliveries,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { exportOrders, listAdminOrders } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import { Link } from 'react-router';
import { call } from '#api/call.ts';
import type { CsvEndpoint } from '#features/admin/lists/CsvButton.tsx';
import { deliveryText, gameResponseText } from '#features/deliveries/admin/delivery-labels.ts';
import { DeliveryState } from '#features/deliveries/admin/DeliveryState.tsx';
import { OrderState } from '#features/orders/admin/OrderState.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { priceText } from '#features/shop/price-text.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import type { HistoryTable } from './history-tables.tsx';

export type RecordTable<Row> = HistoryTable<Row> & {
  /** Writes the account's records to a file. */
  csv: { endpoint: CsvEndpoint; query?: Record<string, string> };
  /** The newest records of the account. */
  load: (account: string, signal: AbortSignal) => Promise<Row[]>;
};

const orders: RecordTable<AdminOrder> = {
  caption: 'Orders',
  csv: { endpoint: exportOrders },
  load: async (account, signal) =>
    (await call(listAdminOrders, { query: { pageSize: '50', account } }, { signal })).orders,
  columns: [
    {
      id: 'id',
      label: 'Order',
      render: ({ orderId }) => <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>,
    },
    { id: 'what', label: 'What', isPrimary: true, render: ({ productName }) => productName },
    { id: 'price', label: 'Price', align: 'end', render: ({ price }) => priceText(price) },
    { id: 'state', label: 'State', render: ({ state }) => <OrderState state={state} /> },
    { id: 'when', label: 'Created', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
  ],
  rowKey: ({ orderId }) => orderId,
  nothing: "This player hasn't bought anything yet.",
};

const deliveries: RecordTable<AdminDelivery> = {
  caption: 'Deliveries',
  csv: { endpoint: exportDeliveries, query: { state: 'all' } },
  load: async (account, signal) => {
    const query = { pageSize: '50', state: 'all', account } as const;
    return (await call(listAdminDeliveries, { query }, { signal })).deliveries;
  },
  columns: [
    { id: 'id', label: 'Delivery', render: ({ deliveryId }) => `#${deliveryId}` },
    { id: 'what', label: 'What', isPrimary: true, render: deliveryText },
    {
      id: 'state',
      label: 'State',
      render: ({ state, isOnHold }) => <DeliveryState state={state} isOnHold={isOnHold} />,
    },
    { id: 'detail', label: 'Game response', render: gameResponseText },
    { id: 'when', label: 'Queued', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
  ],
  rowKey: ({ deliveryId }) => deliveryId,
  nothing: 'Nothing has been sent to the game for this player.',
};

const benefits: RecordTable<AccountBenefit> = {
  caption: 'Benefits',
  csv: { endpoint: exportBenefits },
  load: async (account, signal) =>
    (await call(listBenefits, { query: { pageSize: '100', account } }, { signal })).benefits,
  columns: [
    { id: 'benefit', label: 'Benefit', isPrimary: true, render: ({ benefitId }) => benefitId },
    {
      id: 'until',
      label: 'Available until',
      render: ({ availableUntil }) => <LocalTime value={availableUntil} />,
    },
  ],
  rowKey: ({ benefitId }) => benefitId,
  nothing: 'This account has no benefits.',
};

/** The tables of an account's records from other sections, by the first part of their query keys. */
export const RECORD_TABLES = { orders, deliveries, benefits };
