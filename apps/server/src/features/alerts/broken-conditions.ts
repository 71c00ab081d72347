import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

/** Conditions that can't be evaluated are themselves an alert: what they watch raises no alert. */
export function brokenConditions(titles: string[]): AlertCondition {
  return {
    name: 'alerts_not_evaluated',
    title: 'Alerts not evaluated',
    count: sql`${titles.length}`,
    detail: sql`${titles.join(', ')}`,
    describe: (count, detail) =>
      `${count === 1 ? "1 alert can't" : `${count} alerts can't`} be evaluated${detail ? `: ${detail}` : ''}.`,
    advice:
      'What they watch raises no alert until this is over. The log of the worker has the error of each. A timeout may mean that the database is overloaded.',
    page: 'alerts',
    raiseAfterMinutes: 2,
  };
}

/** The condition of an alert. Undefined for one of another version. */
export function findCondition(alert: string, conditions: AlertCondition[]): AlertCondition | undefined {
  return [...conditions, brokenConditions([])].find(({ name }) => name === alert);
}
