import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import {
  carryOutRefundJob,
  checkUnmatchedJob,
  handleWebhook,
  settleOrderJob,
} from '#features/orders/job-definitions.ts';
import { updateUnmatchedChecked } from '#features/orders/unmatched/unmatched.queries.ts';
import { updateRefundsChecked } from './order-refunds.queries.ts';
import { updateMissedOrdersChecked, updateOrdersChecked } from '#features/orders/orders.queries.ts';
import { updateEventsChecked } from './webhooks.queries.ts';

const BATCH_SIZE = 500;
/** When a player views open orders, each order is checked at the provider at most this often. */
const WAKE_INTERVAL_SECONDS = 5;
/** Reviews for a missing session and unmatched payments change rarely: they are checked this much less often. */
const MISSED_FACTOR = 12;
/** The most orders that one view checks. */
const WAKE_ORDERS = 5;

/** Queues jobs for unfinished work: lost webhooks, crashed checkouts and refunds, expired orders, missing sessions. */
export async function reconcile(parts: OrderParts): Promise<void> {
  if (!parts.payments) return;
  const olderThanSeconds = parts.config.reconcileSeconds;
  while ((await enqueueUnsettledOrders(parts, { olderThanSeconds })) === BATCH_SIZE);
  while ((await enqueueMissedOrders(parts, olderThanSeconds * MISSED_FACTOR)) === BATCH_SIZE);
  while ((await enqueueUnmatched(parts, { state: 'refunding', olderThanSeconds })) === BATCH_SIZE);
  const rarely = { state: 'open', olderThanSeconds: olderThanSeconds * MISSED_FACTOR } as const;
  while ((await enqueueUnmatched(parts, rarely)) === BATCH_SIZE);
  while ((await enqueueWaitingEvents(parts, olderThanSeconds)) === BATCH_SIZE);
  while ((await enqueueWaitingRefunds(parts, olderThanSeconds)) === BATCH_SIZE);
}

/** Queues a check of the player's open orders, because the webhook may be late or lost when they return. */
export async function wakeOrdersOfAccount(parts: OrderParts, accountId: number): Promise<void> {
  if (parts.payments)
    await enqueueUnsettledOrders(parts, {
      olderThanSeconds: WAKE_INTERVAL_SECONDS,
      accountId,
      limit: WAKE_ORDERS,
    });
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

async function enqueueMissedOrders(parts: OrderParts, olderThanSeconds: number): Promise<number> {
  const { db, jobs, payments } = requireOpenShop(parts);
  return db.transaction(async (tx) => {
    const due = { provider: payments.name, olderThanSeconds, limit: BATCH_SIZE };
    const ids = await updateMissedOrdersChecked(tx, due);
    await jobs.enqueueAll(
      tx,
      settleOrderJob,
      ids.map((orderId) => ({ orderId })),
    );
    return ids.length;
  });
}

async function enqueueUnmatched(
  { db, jobs }: OrderParts,
  due: { state: 'open' | 'refunding'; olderThanSeconds: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = await updateUnmatchedChecked(tx, { ...due, limit: BATCH_SIZE });
    await jobs.enqueueAll(
      tx,
      checkUnmatchedJob,
      ids.map((unmatchedId) => ({ unmatchedId })),
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
