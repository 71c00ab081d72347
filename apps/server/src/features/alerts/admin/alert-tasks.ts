import type { Task } from '@waygate/contract/today/today.schemas';
import { describeAlert } from '#features/alerts/describe-alert.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Db } from '#platform/db/database.ts';
import { selectOpenIncidents } from './alerts.admin.queries.ts';

/** Alerts that owners were notified of and that aren't over, oldest first. */
export async function selectAlertTasks(db: Db, conditions: AlertCondition[]): Promise<Task[]> {
  const incidents = await selectOpenIncidents(db);
  return incidents.map((incident) => {
    const { id, alert, openedAt, cases } = incident;
    const { sentence, advice } = describeAlert(incident, conditions);
    return {
      kind: 'alert',
      id,
      title: sentence,
      reason: alert,
      advice,
      account: null,
      sum: null,
      cases,
      since: openedAt,
    };
  });
}
