import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { STALLED_COUNT } from './redeliveries.queries.ts';

export const REDELIVERY_ALERTS: AlertCondition[] = [
  {
    name: 'redelivery_stalled',
    title: 'Redelivery stalled',
    count: STALLED_COUNT,
    describe: (count) =>
      `${count === 1 ? 'A redelivery has' : `${count} redeliveries have`} made no progress for ten minutes.`,
    advice:
      "Look for 'job failed' with 'redeliveries.run' in the worker's log. It goes on by itself once the cause is gone; nothing is sent twice.",
    page: 'redeliver',
  },
];
