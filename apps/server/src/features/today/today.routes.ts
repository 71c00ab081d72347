import { getToday } from '@waygate/contract/today/today.endpoints';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';
import type { Route } from '#platform/http/route.ts';
import { readToday } from './today.service.ts';

const TOO_LONG = 'It takes too long to look for what waits. Please try again in a minute.';

/** What waits for the staff's decisions, over all features. */
export function todayRoutes(
  route: Route,
  { readGate }: { readGate: ReadGate },
  conditions: AlertCondition[],
): void {
  route(getToday, ({ viewer }) => readGate((tx) => readToday(tx, { viewer, conditions }), TOO_LONG));
}
