import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { wasThereWithin } from '#platform/alerts/last-signal.ts';

export const ORDER_ALERTS: AlertCondition[] = [
  {
    name: 'orders_in_review',
    title: 'Orders in review',
    count: sql`(select count(*) from orders where state = 'review')`,
    describe: (count) => (count === 1 ? '1 order is in review.' : `${count} orders are in review.`),
    advice:
      'A payment differs from what was ordered, so nothing is delivered for it until somebody decides. Open the order, compare it with the payment, and deliver, refund or cancel it.',
    page: 'orders',
  },
  {
    name: 'payment_webhooks_missing',
    title: 'No webhooks from Stripe',
    // `is_live in (…)` for the index, which begins with it.
    count: sql`(
      select count(*) from orders
      where not ${wasThereWithin('stripe webhook', '1 day')} and provider = 'stripe' and is_live in (true, false)
        and paid_at > now() - interval '1 day' and paid_at <= now() - interval '10 minutes')`,
    describe: (count) =>
      `No webhook of Stripe for a day, in which ${count === 1 ? '1 order was' : `${count} orders were`} paid.`,
    advice:
      "Orders are settled by the portal's own checks meanwhile, but later than players expect. Look in Stripe's dashboard, under Webhooks, whether the endpoint is enabled, has the right address and gets answers, and whether STRIPE_WEBHOOK_SECRET is its secret.",
    page: 'orders',
    raiseAfterMinutes: 10,
  },
];
