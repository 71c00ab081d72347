import type { Database } from '#platform/db/database.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { redeliverBatch } from './batches.service.ts';
import { countStalled } from './redeliveries.queries.ts';

export { redeliverJob } from './job-definitions.ts';

/** Carries out redeliveries, a batch at a time, until none is left that another worker isn't at. */
export function createRedeliverer({ db, metrics }: { db: Database; metrics: Metrics }): JobHandler<object> {
  metrics.gauge(
    'waygate_redeliveries_stalled',
    'Redeliveries that staff started and that have made no progress for ten minutes.',
    () => countStalled(db),
  );
  return async () => {
    while (await redeliverBatch(db));
  };
}
