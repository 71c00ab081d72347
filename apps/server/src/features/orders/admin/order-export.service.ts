import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportOrders as endpoint } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentAdminOrder } from './orders.admin.presenter.ts';
import { countAdminOrders, selectAdminOrdersAfter } from './orders.admin.queries.ts';

/** The orders that the list finds, in its order. */
export function exportOrders(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'orders',
    fileName: 'orders',
    columns: COLUMNS,
    present: presentAdminOrder,
    query,
    readAfter: (tx, { after, limit }) => selectAdminOrdersAfter(tx, query, { after: after?.id, limit }),
    count: (tx, most) => countAdminOrders(tx, query, most),
  });
}

const COLUMNS: CsvColumn<AdminOrder>[] = [
  { label: 'orderId', value: ({ orderId }) => orderId },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'productId', value: ({ productId }) => productId },
  { label: 'productName', value: ({ productName }) => productName },
  { label: 'state', value: ({ state }) => state },
  { label: 'reviewReason', value: ({ reviewReason }) => reviewReason },
  { label: 'price', value: ({ price }) => price },
  { label: 'refunded', value: ({ refunded }) => refunded },
  { label: 'provider', value: ({ provider }) => provider },
  { label: 'isLive', value: ({ isLive }) => isLive },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'paidAt', value: ({ paidAt }) => paidAt },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'characterName', value: ({ characterName }) => characterName },
];
