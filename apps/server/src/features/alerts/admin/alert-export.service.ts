import type { exportPastAlerts as endpoint } from '@waygate/contract/alerts/alerts.endpoints';
import type { AlertIncident } from '@waygate/contract/alerts/alerts.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { selectPastIncidents } from './alerts.admin.queries.ts';
import { presentIncident } from './alerts.presenter.ts';

type PastAlerts = { query: ParsedInput<typeof endpoint>['query']; conditions: AlertCondition[] };

/** The alerts that the list finds, in its order. */
export function exportPastAlerts(
  exportList: ExportList,
  staff: Staff,
  { query, conditions }: PastAlerts,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'alerts',
    fileName: 'alerts',
    columns: COLUMNS,
    present: (incident) => presentIncident(incident, conditions),
    query,
    ...byPages((tx, request) => selectPastIncidents(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<AlertIncident>[] = [
  { label: 'incidentId', value: ({ incidentId }) => incidentId },
  { label: 'alert', value: ({ alert }) => alert },
  { label: 'title', value: ({ title }) => title },
  { label: 'sentence', value: ({ sentence }) => sentence },
  { label: 'cases', value: ({ cases }) => cases },
  { label: 'since', value: ({ since }) => since },
  { label: 'openedAt', value: ({ openedAt }) => openedAt },
  { label: 'clearedAt', value: ({ clearedAt }) => clearedAt },
  { label: 'mailsSent', value: ({ delivery }) => delivery?.mails.sent },
  { label: 'mailsFailed', value: ({ delivery }) => delivery?.mails.failed },
  { label: 'webhook', value: ({ delivery }) => delivery?.webhook },
  { label: 'webhookFailure', value: ({ delivery }) => delivery?.webhookFailure },
];
