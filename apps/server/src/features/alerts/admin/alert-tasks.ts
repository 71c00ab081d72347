import type { Task } from '@waygate/contract/today/today.schemas';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Db } from '#platform/db/database.ts';
import { selectOpenIncidents } from './alerts.admin.queries.ts';
import { presentIncident } from './alerts.presenter.ts';

/** Alerts that owners were notified of and that aren't over, oldest first. */
export async function selectAlertTasks(db: Db, conditions: AlertCondition[]): Promise<Task[]> {
  const incidents = await selectOpenIncidents(db);
  return incidents.map((incident) => {
    const { incidentId, sentence, alert, openedAt, cases } = presentIncident(incident, conditions);
    return {
      kind: 'alert',
      id: incidentId,
      title: sentence,
      reason: alert,
      account: null,
      sum: null,
      cases,
      since: openedAt,
    };
  });
}
