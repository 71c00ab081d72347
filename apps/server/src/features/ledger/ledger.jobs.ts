import * as z from 'zod';
import { type Database, longTransaction } from '#platform/db/database.ts';
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
    // Reads the whole ledger.
    const drift = await longTransaction(db, 10, (tx) => selectLedgerDrift(tx, EXAMPLES));
    const differences = drift.balanceCount + drift.entryCount + drift.transactionCount;
    await updateLedgerCheck(db, differences);
    if (differences > 0) log.error({ drift }, 'the ledger and its balances differ');
  };
}
