import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { NO_TERMS_URL } from './payments/checkout-session.service.ts';
import { unbookedCount } from './revenue/revenue.queries.ts';

/** Among the newest failed orders, those of the last hour that the provider refused because it knows no terms. */
const refusedForTerms = sql<number>`(select count(*)::int from (
    select id from orders where state = 'failed' order by id desc limit 50) as failed
  join order_events as e on e.order_id = failed.id
  where e.reason = ${NO_TERMS_URL} and e.created_at > now() - interval '1 hour')`;

export const CHECKOUT_ALERTS: AlertCondition[] = [
  {
    name: 'checkout_without_terms',
    title: 'Stripe knows no terms',
    count: refusedForTerms,
    describe: (count) =>
      count === 1
        ? 'A purchase was refused, because Stripe knows no terms of service.'
        : `${count} purchases were refused within an hour, because Stripe knows no terms of service.`,
    advice:
      'Enter the address of /tos at https://dashboard.stripe.com/settings/public, in test and live mode. Or set CHECKOUT_TERMS=off, and no consent is collected.',
    page: 'orders',
  },
  {
    name: 'payments_unbooked',
    title: 'Fees of payments missing',
    count: unbookedCount,
    describe: (count) =>
      count === 1
        ? 'The fee of a payment has been missing for two days.'
        : `The fees of ${count} payments have been missing for two days.`,
    advice:
      'Look in the log for failures of the job orders.collect_transactions. A restricted key needs the right to read balance transactions, payouts, charges, refunds and disputes.',
    page: 'orders',
    raiseAfterMinutes: 90,
  },
];
