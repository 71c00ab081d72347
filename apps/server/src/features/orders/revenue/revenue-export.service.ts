import type { Cents, CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import { filtersOf, type Staff, traceExport } from '#features/staff/staff.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import { csvParts } from '#platform/http/csv.ts';
import { countRevenueRows, type Period, type RevenueRow, selectRevenueAfter } from './revenue.queries.ts';

/** Rows that are read, and held in memory, at a time. */
const BATCH = 1000;

type Parts = { db: Database; readList: ReadList };

/**
 * Payments, refunds and disputes of orders as a file: a row for each payment, refund and dispute. In each row net is gross less
 * refund less fee, so that the sum of a column is that of the period. The export is recorded before the first row is sent.
 *
 * @throws too_many_requests; what `ReadList` throws
 */
export async function exportRevenue({ db, readList }: Parts, staff: Staff, period: Period): Promise<CsvFile> {
  const read = <T>(select: (tx: Db) => Promise<T>) =>
    // Each batch on a connection of its own, for which it queues as any list does.
    readList({ search: '', page: 1, pageSize: '10' }, select);
  const readAfter = (after: RevenueRow | undefined) =>
    read((tx) => selectRevenueAfter(tx, { period, after, limit: BATCH }));

  const rows = await read((tx) => countRevenueRows(tx, period));
  const first = await readAfter(undefined);
  await traceExport(db, staff, { list: 'revenue', filters: filtersOf(period), rows });

  async function* batches(): AsyncGenerator<RevenueRow[]> {
    for (let batch = first; batch.length > 0;) {
      yield batch;
      if (batch.length < BATCH) return;
      batch = await readAfter(batch.at(-1));
    }
  }
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `revenue-${day}.csv`, parts: csvParts(COLUMNS, batches()) };
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
