import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '#platform/db/database.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { selectLedgerCheck, selectLedgerDrift, updateLedgerCheck } from './ledger.queries.ts';

const EXAMPLES = 20;

export const checkLedger = defineJob({
  name: 'ledger.check',
  payload: z.object({}),
  expireSeconds: 900,
});

/** Recomputes every balance and reports differences. Repairs nothing: any difference is a bug to investigate. */
export function createLedgerChecker({
  db,
  log,
  metrics,
}: {
  db: Database;
  log: Logger;
  metrics: Metrics;
}): JobHandler<object> {
  metrics.gauge(
    'waygate_ledger_drift',
    'Balances, ledger entries and transactions that the last check found wrong.',
    async () => (await selectLedgerCheck(db)).differences,
  );
  return async () => {
    const drift = await db.transaction(async (tx) => {
      // Reads the whole ledger, which takes longer than the limit for requests.
      await tx.execute(sql`set local statement_timeout = '10min'`);
      return selectLedgerDrift(tx, EXAMPLES);
    });
    const differences = drift.balanceCount + drift.entryCount + drift.transactionCount;
    await updateLedgerCheck(db, differences);
    if (differences > 0) log.error({ drift }, 'the ledger and its balances differ');
  };
}
