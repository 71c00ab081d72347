import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportDeliveries as endpoint } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentAdminDelivery } from './deliveries.admin.presenter.ts';
import { countAdminDeliveries, selectAdminDeliveriesAfter } from './deliveries.admin.queries.ts';

/** The deliveries that the list finds, in its order. */
export function exportDeliveries(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'deliveries',
    fileName: 'deliveries',
    columns: COLUMNS,
    present: presentAdminDelivery,
    query,
    readAfter: (tx, { after, limit }) => selectAdminDeliveriesAfter(tx, query, { after: after?.id, limit }),
    count: (tx, most) => countAdminDeliveries(tx, query, most),
  });
}

const COLUMNS: CsvColumn<AdminDelivery>[] = [
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
  { label: 'itemName', value: ({ itemName }) => itemName },
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
