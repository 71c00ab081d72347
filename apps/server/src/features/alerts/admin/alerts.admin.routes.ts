import * as endpoints from '@waygate/contract/alerts/alerts.endpoints';
import { selectOwnerMailboxes } from '#features/identity/identity.ts';
import type { ExportList } from '#features/staff/staff.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { exportPastAlerts } from './alert-export.service.ts';
import {
  selectAlertStates,
  selectLastTest,
  selectOpenIncidents,
  selectPastIncidents,
} from './alerts.admin.queries.ts';
import { presentIncident, presentOverview } from './alerts.presenter.ts';
import { queueTestAlert } from './test-alert.service.ts';

type Parts = {
  db: Database;
  jobs: Jobs;
  readList: ReadList;
  exportList: ExportList;
  config: Pick<Config, 'alertWebhookUrl'>;
};

/** What needs attention, what did, and what is watched. */
export function alertAdminRoutes(route: Route, parts: Parts, conditions: AlertCondition[]): void {
  const { db, readList, exportList, config } = parts;
  const hasWebhook = config.alertWebhookUrl !== undefined;

  route(endpoints.getAlerts, async () => {
    const [incidents, states, owners, lastTest] = await Promise.all([
      selectOpenIncidents(db),
      selectAlertStates(db),
      selectOwnerMailboxes(db),
      selectLastTest(db),
    ]);
    const recipients = owners.length;
    return presentOverview(conditions, {
      incidents,
      states,
      recipients,
      hasWebhook,
      lastTest: lastTest ?? null,
    });
  });

  route(endpoints.listPastAlerts, async ({ query }) => {
    const { rows, totals } = await readList({ ...query, search: '' }, (tx) => selectPastIncidents(tx, query));
    return { incidents: rows.map((incident) => presentIncident(incident, conditions)), ...totals };
  });

  route(endpoints.exportPastAlerts, ({ query, ...staff }) =>
    exportPastAlerts(exportList, staff, { query, conditions }),
  );

  route(endpoints.sendTestAlert, ({ body, viewer, address }) =>
    queueTestAlert({ ...parts, hasWebhook }, { viewer, address }, body),
  );
}
