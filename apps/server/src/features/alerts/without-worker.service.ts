import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { type AlertParts } from './evaluation.service.ts';
import { announceIncidents } from './announcement.service.ts';
import { brokenConditions } from './broken-conditions.ts';
import { evaluateConditions } from './evaluation.queries.ts';

/**
 * Evaluates one condition and leaves the others as they are, for processes that aren't workers. Any number of them may do it
 * at once: the alert is raised and announced once.
 */
export async function evaluateOne(parts: AlertParts, condition: AlertCondition): Promise<void> {
  const others = [...parts.conditions, brokenConditions([])].filter(({ name }) => name !== condition.name);
  const due = await evaluateConditions(parts.db, {
    conditions: [condition],
    others: others.map(({ name }) => name),
  });
  if (due.length > 0) await announceIncidents(parts, due);
}
