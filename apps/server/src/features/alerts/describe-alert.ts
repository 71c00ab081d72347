import type { AdminPageId } from '@waygate/contract/site/admin-pages';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { findCondition } from './broken-conditions.ts';
import { sentenceOf, titleOf } from './message-texts.ts';

type DescribedAlert = { title: string; sentence: string; advice: string; page: AdminPageId };

/** What people read about an alert, wherever they do: its name, what is wrong, what to do, and the admin page for it. */
export function describeAlert(
  incident: { alert: string; cases: number; detail: string | null },
  conditions: AlertCondition[],
): DescribedAlert {
  const condition = findCondition(incident.alert, conditions);
  return {
    title: titleOf(incident.alert, condition),
    sentence: sentenceOf(incident, condition),
    advice: condition?.advice ?? 'Another version of the portal watches this. Update every process.',
    page: condition?.page ?? 'alerts',
  };
}
