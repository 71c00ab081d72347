import type { CsvColumn } from '@waygate/contract/csv';
import type { exportUnmatchedReceipts as endpoint } from '@waygate/contract/deliveries/receipts.admin.endpoints';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import {
  countUnmatchedReceipts,
  selectUnmatchedReceipts,
} from '#features/deliveries/receipts/receipts.queries.ts';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentReceipt } from './receipts.presenter.ts';

/** The receipts without deliveries that the list finds, in its order. */
export function exportReceipts(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'unmatched receipts',
    fileName: 'unmatched-receipts',
    columns: COLUMNS,
    present: presentReceipt,
    query,
    readAfter: (tx, { after, limit }) => selectUnmatchedReceipts(tx, query, { before: after?.id, limit }),
    count: (tx) => countUnmatchedReceipts(tx, query),
  });
}

const COLUMNS: CsvColumn<UnmatchedReceipt>[] = [
  { label: 'receiptId', value: ({ receiptId }) => receiptId },
  { label: 'state', value: ({ state }) => state },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'effect', value: ({ effect }) => effect },
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ account }) => account?.userName ?? null },
  { label: 'kind', value: ({ kind }) => kind },
  { label: 'itemId', value: ({ itemId }) => itemId },
  { label: 'quantity', value: ({ quantity }) => quantity },
  { label: 'idempotencyKey', value: ({ idempotencyKey }) => idempotencyKey },
  { label: 'recordedAt', value: ({ recordedAt }) => recordedAt },
  { label: 'closedAt', value: ({ closedAt }) => closedAt },
];
