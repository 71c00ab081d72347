import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { openUnmatchedCount } from '#features/orders/unmatched/unmatched.queries.ts';

/** Money that came for orders that the database doesn't have. */
export const UNMATCHED_ALERTS: AlertCondition[] = [
  {
    name: 'unmatched_payment',
    title: 'Payments without an order',
    count: openUnmatchedCount,
    describe: (count) => (count === 1 ? 'A payment has no order.' : `${count} payments have no order.`),
    advice:
      'They were probably made after the backup that was restored. Attach each to an account, which delivers it, or refund it.',
    page: 'unmatchedPayments',
  },
];
