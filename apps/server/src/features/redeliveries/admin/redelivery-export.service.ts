import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportRedeliveries as endpoint } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import { type Redelivery, redeliveryStateOf } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { selectRedeliveries } from '#features/redeliveries/redeliveries.queries.ts';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentRedelivery } from './redeliveries.presenter.ts';

/** The redeliveries that the list finds, in its order. */
export function exportRedeliveries(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'redeliveries',
    fileName: 'redeliveries',
    columns: COLUMNS,
    present: presentRedelivery,
    query,
    ...byPages((tx, request) => selectRedeliveries(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<Redelivery>[] = [
  { label: 'id', value: ({ id }) => id },
  { label: 'mode', value: ({ mode }) => mode },
  { label: 'scope', value: ({ scope }) => scope },
  { label: 'target', value: ({ target }) => target },
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'since', value: ({ since }) => since },
  { label: 'until', value: ({ until }) => until },
  { label: 'reason', value: ({ reason }) => reason },
  { label: 'staffName', value: ({ staffName }) => staffName },
  { label: 'state', value: redeliveryStateOf },
  { label: 'planned', value: ({ planned }) => planned },
  { label: 'redelivered', value: ({ redelivered }) => redelivered },
  { label: 'waiting', value: ({ waiting }) => waiting },
  { label: 'failed', value: ({ failed }) => failed },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'finishedAt', value: ({ finishedAt }) => finishedAt },
];
