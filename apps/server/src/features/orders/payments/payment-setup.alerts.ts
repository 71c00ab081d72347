import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

const SHOWN = 5;

/** What is wrong with the account at the payment provider, and a sweep that doesn't finish. */
export const PAYMENT_SETUP_ALERTS: AlertCondition[] = [
  {
    name: 'payment_setup',
    title: 'Payment setup incorrect',
    count: sql`(select count(*)::int from payment_findings)`,
    detail: sql`(
      select string_agg(replace(kind, '_', ' ') || ' ' || detail, ', ')
      from (select kind, detail from payment_findings order by kind, detail limit ${SHOWN}) named)`,
    describe: (count, detail) => {
      const things = count === 1 ? 'One thing is' : `${count} things are`;
      const named = detail === null ? '' : `: ${detail}${count > SHOWN ? ', and more' : ''}`;
      return `${things} wrong with the setup of payments at Stripe${named}.`;
    },
    advice:
      'Correct the webhook endpoint or the restricted key in the Stripe dashboard; OPERATIONS.md lists what is needed. ' +
      'The portal checks it daily and at each start.',
    page: 'orders',
  },
  {
    name: 'payment_sweep_overdue',
    title: 'Payment check overdue',
    count: sql`(
      select count(*)::int from payment_sweeps
      where is_active and coalesce(finished_at, created_at) < now() - interval '3 days')`,
    detail: sql`(
      select string_agg(replace(subject, 'sessions', 'checkouts'), ', ' order by subject) from payment_sweeps
      where is_active and coalesce(finished_at, created_at) < now() - interval '3 days')`,
    describe: (_, detail) =>
      `For 3 days, no sweep of ${detail ?? 'refunds, disputes and checkouts'} at Stripe has finished.`,
    advice:
      'Look in the log for failed jobs named orders.sweep_payments. Until a sweep finishes, refunds and disputes reach ' +
      'the portal by webhooks alone, and payments that a restored backup lacks are not found.',
    page: 'orders',
  },
];
