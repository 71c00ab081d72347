import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Database } from '#platform/db/database.ts';
import { isDatabaseUnavailable } from '#platform/db/database-errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { announceIncidents } from './announcement.service.ts';
import { brokenConditions } from './broken-conditions.ts';
import { evaluateConditions } from './evaluation.queries.ts';

/** For a condition that is evaluated alone. */
const ALONE_TIMEOUT = '2s';

export type AlertParts = {
  db: Database;
  jobs: Jobs;
  log: Logger;
  conditions: AlertCondition[];
  /** Whether messages go to a webhook as well as to mail. */
  hasWebhook: boolean;
};

/**
 * Evaluates all conditions once and announces what changed. It costs one statement if nothing did. A crash after it loses
 * nothing: the next evaluation announces what isn't announced yet.
 *
 * @throws what the database throws when it is unavailable
 */
export async function evaluateAlerts(parts: AlertParts): Promise<void> {
  const due = await evaluateTogether(parts);
  if (due.length > 0) await announceIncidents(parts, due);
}

/** @returns ids of incidents to announce */
async function evaluateTogether(parts: AlertParts): Promise<number[]> {
  const { db, log, conditions } = parts;
  try {
    return await evaluateConditions(db, { conditions: [...conditions, brokenConditions([])] });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error }, 'the alerts could not be evaluated together, so each is evaluated alone');
    return evaluateAlone(parts);
  }
}

/** One bad condition, or all of them together taking too long, must not silence the others. */
async function evaluateAlone({ db, log, conditions }: AlertParts): Promise<number[]> {
  const broken: string[] = [];
  // One after the other, on one connection: this happens only where something is wrong already.
  for (const condition of conditions) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = '${ALONE_TIMEOUT}'`));
        await evaluateConditions(tx, { conditions: [condition], others: namesBut(conditions, condition) });
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, alert: condition.name }, 'an alert could not be evaluated');
      broken.push(condition.title);
    }
  }
  return evaluateConditions(db, { conditions: [brokenConditions(broken)], others: namesBut(conditions) });
}

function namesBut(conditions: AlertCondition[], condition?: AlertCondition): string[] {
  const others = conditions.filter((each) => each !== condition).map(({ name }) => name);
  return condition ? [...others, brokenConditions([]).name] : others;
}
