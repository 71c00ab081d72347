import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { holdOrderDeliveries } from '#features/deliveries/deliveries.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import { fetchPaymentSnapshot, type FoundSnapshot, withFreshPayment } from './payments/payment-snapshots.ts';
import { noteRefundMail, queueOrderMails } from './mails/order-mails.service.ts';
import { checkoutChanges, reportChanges } from './payments/checkout-changes.rules.ts';
import { moveOrder, returnToState, type Settled, toReview } from './order-moves.service.ts';
import { type OrderParts, requireOpenShop } from './order-parts.ts';
import { isDecided, judgeOrder, otherMoneyOf } from './orders.rules.ts';
import { selectOrderPayments } from './payments/order-payments.queries.ts';
import { type BegunAt, selectIsOvertaken, updateOrderRead } from './payments/payment-readings.queries.ts';
import { type OrderChanges, selectOrder, selectStateBeforeReview } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';
import { ensureSession } from './payments/checkout-session.service.ts';

const MISSING = 'session_missing';
const FOUND = 'session found again';

/**
 * Fetches the status of the order's payment and settles the order by it. Webhooks, the return page and the reconciler
 * all call this, concurrently and in any order.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function settleOrder(parts: OrderParts, orderId: number): Promise<OrderState | undefined> {
  const shop = requireOpenShop(parts);
  const settled = await withFreshPayment<FoundSnapshot, Settled | undefined>(shop, orderId, {
    fetch: async (order) => {
      if (order.provider !== shop.payments.name) return { done: { state: order.state } };
      if (order.sessionId !== null) return { fetched: await fetchPaymentSnapshot(shop, order.sessionId) };
      const isCrashed = order.state === 'creating';
      // The process that was to open the checkout has crashed, perhaps after the provider had opened it.
      if (isCrashed && (await ensureSession(shop, order)) !== undefined) return 'retry';
      return { done: undefined };
    },
    isNewest: async (tx, { id }, { begunAt }) =>
      !(await selectIsOvertaken(tx, { orderId: id, begunAt, sessionId: null })),
    apply: applyPayment,
    // The later reading saw everything that had happened when this one began.
    overtaken: ({ state }) => ({ state }),
  });
  if (settled?.reviewReason !== undefined)
    shop.log.warn({ orderId, reason: settled.reviewReason }, 'an order needs a decision of staff');
  await queueOrderMails(shop, { orderId });
  return settled?.state ?? (await selectOrder(shop.db, orderId))?.state;
}

/** Settles the order by the payment of its own session. The caller holds the order's lock. */
export async function applyPayment(
  tx: Transaction,
  order: OrderRow,
  payment: FoundSnapshot,
  begunAt: BegunAt,
): Promise<Settled> {
  const changes = payment === undefined ? {} : changesOf(order, payment);
  await updateOrderRead(tx, order.id, { begunAt, changes });
  if (payment === undefined)
    return order.state === 'review' || isDecided(order, MISSING)
      ? { state: order.state }
      : toReview(tx, order, MISSING);
  const others = await selectOrderPayments(tx, order.id);
  if (Number(changes.refundedCents ?? 0) > order.refundedCents) await noteRefundMail(tx, order.id);
  if (isMissed(order) && others.length === 0) return settleFound(tx, order, payment);
  const verdict = judgeOrder(order, payment, otherMoneyOf(others));
  // Until staff decide: a review that has another reason doesn't move to `disputed`.
  if (order.state === 'review' && payment.dispute === 'open') await holdOrderDeliveries(tx, order.id);
  switch (verdict.kind) {
    case 'unchanged':
      return { state: order.state };
    case 'review':
      return toReview(tx, order, verdict.reason);
    case 'moves':
      return moveOrder(tx, order, { steps: verdict.steps });
  }
}

/** In review for a session that the provider didn't know, and not decided. */
function isMissed({ state, reviewReason, decision }: OrderRow): boolean {
  return state === 'review' && reviewReason === MISSING && decision === null;
}

/** The session is there again, perhaps because the right key is: judges the order as if it had never been missed. */
async function settleFound(tx: Transaction, order: OrderRow, payment: PaymentSnapshot): Promise<Settled> {
  const before = await selectStateBeforeReview(tx, order.id);
  if (before === undefined) return { state: order.state };
  const verdict = judgeOrder({ ...order, state: before }, payment, { isTaken: false, isHeld: false });
  switch (verdict.kind) {
    case 'unchanged':
      return returnToState(tx, order, before);
    case 'review':
      return toReview(tx, order, verdict.reason);
    case 'moves':
      return moveOrder(tx, order, { steps: verdict.steps, reason: FOUND });
  }
}

/** Stores the payment even if it doesn't match the order, because staff need it for refunds. */
function changesOf(order: OrderRow, payment: PaymentSnapshot): OrderChanges {
  const { paymentIntentId, refundedCents, currency } = payment;
  // Amounts in another currency cannot be compared with the order's price.
  const refunded = currency === order.currency ? Math.min(refundedCents, order.priceCents) : 0;
  return {
    ...(paymentIntentId !== undefined && order.paymentIntentId === null && { paymentIntentId }),
    ...(refunded !== order.refundedCents && { refundedCents: refunded }),
    ...checkoutChanges(order, payment),
    ...reportChanges(order, payment),
  };
}
