import type { JobHandler } from '#platform/jobs/jobs.ts';
import { PaymentNotPermitted } from '#platform/payments/payment-provider.ts';
import {
  carryOutRefundJob,
  checkPaymentSetupJob,
  checkUnmatchedJob,
  collectTransactionsJob,
  handleWebhook,
  reconcileOrders,
  recoverWebhooks,
  settleOrderJob,
  settleReversedOrder,
  settleSeenPaymentJob,
  sweepPaymentsJob,
} from './job-definitions.ts';
import { queueOrderMails } from './mails/order-mails.service.ts';
import { type OrderParts, requireOpenShop } from './order-parts.ts';
import { countOrdersInReview } from './orders.queries.ts';
import { countFindings } from './payments/payment-findings.queries.ts';
import { checkPaymentSetup } from './payments/payment-setup.service.ts';
import { selectSweepAgeSeconds } from './payments/payment-sweep.queries.ts';
import { sweepPayments } from './payments/payment-sweep.service.ts';
import { reconcile } from './payments/reconciler.service.ts';
import { carryOutRefund } from './payments/refunds.service.ts';
import { countUnbooked } from './revenue/revenue.queries.ts';
import { collectTransactions } from './revenue/transactions.service.ts';
import { settleOrder } from './settlement.service.ts';
import { checkUnmatched } from './unmatched/check-unmatched.service.ts';
import { countOpenUnmatched } from './unmatched/unmatched.queries.ts';
import {
  processWebhook,
  recoverLostWebhooks,
  settleFoundOrder,
  settleSeenPayment,
} from './payments/webhooks.service.ts';

export const ORDER_JOBS = [
  settleOrderJob,
  carryOutRefundJob,
  checkUnmatchedJob,
  handleWebhook,
  reconcileOrders,
  recoverWebhooks,
  sweepPaymentsJob,
  settleReversedOrder,
  settleSeenPaymentJob,
  checkPaymentSetupJob,
  collectTransactionsJob,
];

/** Starts the workers of all jobs for orders. */
export async function workOnOrders(parts: OrderParts): Promise<void> {
  const { jobs } = parts;
  observeOrders(parts);
  await jobs.work(
    settleOrderJob,
    ifPermitted(({ orderId }) => settleOrder(parts, orderId)),
  );
  await jobs.work(
    carryOutRefundJob,
    ifPermitted(({ refundId }) => carryOutRefund(parts, refundId)),
  );
  await jobs.work(
    checkUnmatchedJob,
    ifPermitted(({ unmatchedId }) => checkUnmatched(parts, unmatchedId)),
  );
  await jobs.work(
    handleWebhook,
    ifPermitted(({ eventRowId }) => processWebhook(parts, eventRowId)),
  );
  await jobs.work(reconcileOrders, async () => {
    await reconcile(parts);
    await queueOrderMails(parts);
  });
  await jobs.work(
    collectTransactionsJob,
    ifPermitted(() => collectTransactions(parts)),
  );
  await jobs.work(
    recoverWebhooks,
    ifPermitted((from) => recoverLostWebhooks(parts, from)),
  );
  await jobs.work(
    sweepPaymentsJob,
    ifPermitted(() => sweepPayments(parts)),
  );
  await jobs.work(settleReversedOrder, async ({ orderId, otherSessionId }) => {
    await settleFoundOrder(requireOpenShop(parts), {
      orderId,
      ...(otherSessionId !== null && { otherSessionId }),
    });
  });
  await jobs.work(settleSeenPaymentJob, async (seen) => {
    await settleSeenPayment(requireOpenShop(parts), seen);
  });
  await jobs.work(checkPaymentSetupJob, (check) => checkPaymentSetup(parts, check));
}

/**
 * Ends a job whose request the provider doesn't permit: a retry within minutes is pointless. The missing permission is stored
 * and raises an alert. The reconciler, the next schedule or the next sweep tries again.
 */
function ifPermitted<Payload extends object>(
  work: (payload: Payload) => Promise<unknown>,
): JobHandler<Payload> {
  return async (payload) => {
    try {
      await work(payload);
    } catch (error) {
      if (!(error instanceof PaymentNotPermitted)) throw error;
    }
  };
}

/** Registers the gauges for orders. They read the database, so every worker reports the same numbers. */
function observeOrders({ metrics, db }: OrderParts): void {
  metrics.gauge('waygate_orders_in_review', 'Orders that wait for a decision of staff.', () =>
    countOrdersInReview(db),
  );
  metrics.gauge('waygate_unmatched_payments', 'Payments without an order that wait for staff.', () =>
    countOpenUnmatched(db),
  );
  metrics.gauge('waygate_payment_findings', 'What is wrong with the setup of payments at the provider.', () =>
    countFindings(db),
  );
  metrics.gauge(
    'waygate_payment_sweep_age_seconds',
    'Time since refunds, disputes and checkouts were last listed completely at the provider.',
    () => selectSweepAgeSeconds(db),
  );
  metrics.gauge(
    'waygate_payments_unbooked',
    'Payments older than two days whose fee the provider has not named.',
    () => countUnbooked(db),
  );
}
