import type { Cents, CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { countRevenueRows, type Period, type RevenueRow, selectRevenueAfter } from './revenue.queries.ts';

/**
 * Payments, refunds and disputes of orders as a file: a row for each payment, refund and dispute. In each row net is gross less
 * refund less fee, so that the sum of a column is that of the period.
 */
export function exportRevenue(exportList: ExportList, staff: Staff, period: Period): Promise<CsvFile> {
  return exportList(staff, {
    list: 'revenue',
    fileName: 'revenue',
    columns: COLUMNS,
    present: (row: RevenueRow) => row,
    query: period,
    readAfter: (tx, { after, limit }) => selectRevenueAfter(tx, { period, after, limit }),
    count: (tx) => countRevenueRows(tx, period),
  });
}

const COLUMNS: CsvColumn<RevenueRow>[] = [
  { label: 'order', value: ({ orderId }) => orderId },
  { label: 'time', value: ({ at }) => new Date(at) },
  { label: 'type', value: ({ kind }) => kind },
  { label: 'gross', value: (row) => (row.kind === 'payment' ? money(row.amountCents) : undefined) },
  { label: 'fee', value: ({ feeCents }) => money(feeCents) },
  { label: 'tax', value: ({ taxCents }) => money(taxCents) },
  // What goes back to the buyer is positive; a refund that failed, or a dispute that was won, is negative.
  { label: 'refund', value: (row) => (row.kind === 'payment' ? undefined : money(0 - row.amountCents)) },
  { label: 'net', value: ({ netCents }) => money(netCents) },
  { label: 'payout', value: ({ payout }) => payout },
  { label: 'currency', value: ({ currency }) => currency },
  { label: 'provider', value: ({ provider }) => provider },
  { label: 'live', value: ({ isLive }) => isLive },
  { label: 'transaction', value: ({ transactionId }) => transactionId },
];

function money(cents: number | null): Cents | undefined {
  return cents === null ? undefined : { cents };
}
