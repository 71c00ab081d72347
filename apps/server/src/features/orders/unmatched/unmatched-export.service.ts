import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportUnmatchedPayments as endpoint } from '@waygate/contract/orders/unmatched.admin.endpoints';
import type { UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentUnmatched } from './unmatched.admin.presenter.ts';
import { selectUnmatchedPage } from './unmatched.admin.queries.ts';

/** The payments of missing orders that the list finds, in its order. */
export function exportUnmatched(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'unmatched payments',
    fileName: 'unmatched-payments',
    columns: COLUMNS,
    present: presentUnmatched,
    query,
    ...byPages((tx, request) => selectUnmatchedPage(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<UnmatchedPayment>[] = [
  { label: 'paymentId', value: ({ paymentId }) => paymentId },
  { label: 'state', value: ({ state }) => state },
  { label: 'productName', value: ({ productName }) => productName },
  { label: 'payerName', value: ({ payerName }) => payerName },
  { label: 'payerEmail', value: ({ payerEmail }) => payerEmail },
  { label: 'amount', value: ({ amount }) => amount },
  { label: 'refunded', value: ({ refunded }) => refunded },
  { label: 'currency', value: ({ currency }) => currency },
  { label: 'isDisputed', value: ({ isDisputed }) => isDisputed },
  { label: 'provider', value: ({ provider }) => provider },
  { label: 'isLive', value: ({ isLive }) => isLive },
  { label: 'sessionId', value: ({ sessionId }) => sessionId },
  { label: 'paymentIntentId', value: ({ paymentIntentId }) => paymentIntentId },
  { label: 'reference', value: ({ reference }) => reference },
  { label: 'startedAt', value: ({ startedAt }) => startedAt },
  { label: 'closedAt', value: ({ closedAt }) => closedAt },
  { label: 'orderId', value: ({ orderId }) => orderId },
];
