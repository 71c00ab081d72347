import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportInventory as endpoint } from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { InventoryEntry } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentInventoryEntry } from './game.presenter.ts';
import { countInventory, selectInventoryAfter } from './inventory.queries.ts';

/** The inventory that the list finds, by account. */
export function exportInventory(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'inventory',
    fileName: 'inventory',
    columns: COLUMNS,
    present: presentInventoryEntry,
    query,
    readAfter: (tx, place) => selectInventoryAfter(tx, query, place),
    count: (tx, most) => countInventory(tx, query, most),
  });
}

const COLUMNS: CsvColumn<InventoryEntry>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'label', value: ({ label }) => label },
  { label: 'quantity', value: ({ quantity }) => quantity },
  { label: 'pending', value: ({ pending }) => pending },
  { label: 'availableUntil', value: ({ availableUntil }) => availableUntil },
  { label: 'lastDeliveredAt', value: ({ lastDeliveredAt }) => lastDeliveredAt },
];
