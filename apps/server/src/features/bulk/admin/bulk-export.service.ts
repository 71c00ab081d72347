import type { BulkProgress } from '@waygate/contract/bulk/bulk.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import { type BulkFilter, selectBulkPage } from '#features/bulk/bulk.queries.ts';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentProgress } from './bulk.presenter.ts';

/** The lists that are found, in their order, with their progress. The log has what was asked for, not what the rights leave of it. */
export function exportBulk(
  exportList: ExportList,
  staff: Staff,
  { actions, ...query }: BulkFilter,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'bulk lists',
    fileName: 'lists-of-players',
    columns: COLUMNS,
    present: presentProgress,
    query,
    ...byPages((tx, request) => selectBulkPage(tx, { ...query, actions, ...request })),
  });
}

const COLUMNS: CsvColumn<BulkProgress>[] = [
  { label: 'id', value: ({ id }) => id },
  { label: 'action', value: ({ action }) => action },
  { label: 'reason', value: ({ reason }) => reason },
  { label: 'staffName', value: ({ staff }) => staff.userName },
  { label: 'total', value: ({ total }) => total },
  { label: 'waiting', value: ({ waiting }) => waiting },
  { label: 'done', value: ({ done }) => done },
  { label: 'already', value: ({ already }) => already },
  { label: 'failed', value: ({ failed }) => failed },
  { label: 'untried', value: ({ untried }) => untried },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'finishedAt', value: ({ finishedAt }) => finishedAt },
  { label: 'stoppedAt', value: ({ stoppedAt }) => stoppedAt },
];
