import {
  carryOutRefundJob,
  handleWebhook,
  reconcileOrders,
  recoverWebhooks,
  settleOrderJob,
} from './job-definitions.ts';
import { queueOrderMails } from './mails/order-mails.service.ts';
import type { OrderParts } from './order-parts.ts';
import { countOrdersInReview } from './orders.queries.ts';
import { reconcile } from './payments/reconciler.service.ts';
import { carryOutRefund } from './payments/refunds.service.ts';
import { settleOrder } from './settlement.service.ts';
import { processWebhook, recoverLostWebhooks } from './payments/webhooks.service.ts';

export const ORDER_JOBS = [
  settleOrderJob,
  carryOutRefundJob,
  handleWebhook,
  reconcileOrders,
  recoverWebhooks,
];

/** Starts the workers of all jobs for orders. */
export async function workOnOrders(parts: OrderParts): Promise<void> {
  const { jobs, metrics, db } = parts;
  metrics.gauge('waygate_orders_in_review', 'Orders that wait for a decision of staff.', () =>
    countOrdersInReview(db),
  );
  await jobs.work(settleOrderJob, async ({ orderId }) => {
    await settleOrder(parts, orderId);
  });
  await jobs.work(carryOutRefundJob, async ({ refundId }) => {
    await carryOutRefund(parts, refundId);
  });
  await jobs.work(handleWebhook, ({ eventRowId }) => processWebhook(parts, eventRowId));
  await jobs.work(reconcileOrders, async () => {
    await reconcile(parts);
    await queueOrderMails(parts);
  });
  await jobs.work(recoverWebhooks, (from) => recoverLostWebhooks(parts, from));
}
