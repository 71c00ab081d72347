import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { carryOutRefundJob, handleWebhook, settleOrderJob } from '#features/orders/job-definitions.ts';
import { updateRefundsChecked } from './order-refunds.queries.ts';
import { updateOrdersChecked } from '#features/orders/orders.queries.ts';
import { updateEventsChecked } from './webhooks.queries.ts';

const BATCH_SIZE = 500;
/** A player who looks at an open order has the provider asked at most this often. */
const LOOK_SECONDS = 5;
/** And for at most so many orders at a time. */
const LOOK_ORDERS = 5;

/** Has a worker look after whatever was left lying: lost webhooks, crashed checkouts and refunds, expired orders. */
export async function reconcile(parts: OrderParts): Promise<void> {
  if (!parts.payments) return;
  const olderThanSeconds = parts.config.reconcileSeconds;
  while ((await enqueueUnsettledOrders(parts, { olderThanSeconds })) === BATCH_SIZE);
  while ((await enqueueWaitingEvents(parts, olderThanSeconds)) === BATCH_SIZE);
  while ((await enqueueWaitingRefunds(parts, olderThanSeconds)) === BATCH_SIZE);
}

/** For the return page: the player is back, and the webhook may be late or lost. */
export async function wakeOrdersOfAccount(parts: OrderParts, accountId: number): Promise<void> {
  if (parts.payments)
    await enqueueUnsettledOrders(parts, { olderThanSeconds: LOOK_SECONDS, accountId, limit: LOOK_ORDERS });
}

async function enqueueUnsettledOrders(
  parts: OrderParts,
  due: { olderThanSeconds: number; accountId?: number; limit?: number },
): Promise<number> {
  const { db, jobs, payments } = requireOpenShop(parts);
  return db.transaction(async (tx) => {
    const ids = await updateOrdersChecked(tx, { limit: BATCH_SIZE, ...due, provider: payments.name });
    await jobs.enqueueAll(
      tx,
      settleOrderJob,
      ids.map((orderId) => ({ orderId })),
    );
    return ids.length;
  });
}

async function enqueueWaitingEvents({ db, jobs }: OrderParts, olderThanSeconds: number): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await updateEventsChecked(tx, { olderThanSeconds, limit: BATCH_SIZE });
    await jobs.enqueueAll(
      tx,
      handleWebhook,
      ids.map((eventRowId) => ({ eventRowId })),
    );
    return ids.length;
  });
}

async function enqueueWaitingRefunds({ db, jobs }: OrderParts, olderThanSeconds: number): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await updateRefundsChecked(tx, { olderThanSeconds, limit: BATCH_SIZE });
    await jobs.enqueueAll(
      tx,
      carryOutRefundJob,
      ids.map((refundId) => ({ refundId })),
    );
    return ids.length;
  });
}
