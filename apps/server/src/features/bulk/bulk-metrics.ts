import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { countStalled } from './bulk.queries.ts';

export function observeBulkLists(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'waygate_bulk_lists_stalled',
    'Lists of players that stopped in the middle and that nobody went on with for 15 minutes.',
    () => countStalled(db),
  );
}
