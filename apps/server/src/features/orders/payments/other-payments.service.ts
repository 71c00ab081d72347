import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { Transaction } from '#platform/db/database.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import { fetchPaymentSnapshot, withFreshPayment } from './payment-snapshots.ts';
import { type Settled, toReview } from '#features/orders/order-moves.service.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { type NewOrderPayment, selectOrderPaymentBy, upsertOrderPayment } from './order-payments.queries.ts';
import { type BegunAt, selectIsOtherOvertaken } from './payment-readings.queries.ts';
import { insertOrderEvent, updateOrderFields } from '#features/orders/orders.queries.ts';
import type { OrderPaymentRow, OrderRow } from '#features/orders/orders.tables.ts';

const REASON = 'other_session';

/**
 * Reads a session that names the order but is not the order's own. Records its payment and sends the order to review,
 * once per payment. Grants and revokes nothing.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function recordOtherSession(
  shop: OpenShop,
  { orderId, sessionId }: { orderId: number; sessionId: string },
): Promise<OrderState | undefined> {
  const recorded = await withFreshPayment<PaymentSnapshot, Settled>(shop, orderId, {
    fetch: async (order) => {
      const payment = await fetchPaymentSnapshot(shop, sessionId);
      const isAboutOrder = payment?.reference === order.reference && order.sessionId !== sessionId;
      if (!payment || !isAboutOrder || !wasCompleted(payment)) return { done: { state: order.state } };
      return { fetched: payment };
    },
    isNewest: async (tx, _, { begunAt }) => !(await selectIsOtherOvertaken(tx, { sessionId, begunAt })),
    apply: recordPayment,
    overtaken: ({ state }) => ({ state }),
  });
  if (recorded?.reviewReason !== undefined)
    shop.log.warn({ orderId, sessionId, reason: REASON }, 'an order needs a decision of staff');
  return recorded?.state;
}

function wasCompleted({ status, paymentStatus }: PaymentSnapshot): boolean {
  return status === 'complete' || paymentStatus === 'paid';
}

/** Records the payment of another session. The caller holds the order's lock. */
export async function recordPayment(
  tx: Transaction,
  order: OrderRow,
  snapshot: PaymentSnapshot,
  begunAt: BegunAt,
): Promise<Settled> {
  const { sessionId } = snapshot;
  // The order has adopted the session meanwhile.
  if (order.sessionId === sessionId) return { state: order.state };
  const known = await selectOrderPaymentBy(tx, { sessionId });
  const payment = paymentOf(order, snapshot);
  await upsertOrderPayment(tx, payment, begunAt);
  if (known && isSame(known, payment)) return { state: order.state };
  // Increases the revision, so that concurrent callers read the payments again.
  await updateOrderFields(tx, order.id, {});
  if (!needsStaff(known, payment)) return { state: order.state };
  if (order.state !== 'review') return toReview(tx, order, REASON);
  await insertOrderEvent(tx, { orderId: order.id, fromState: 'review', toState: 'review', reason: REASON });
  return { state: 'review', reviewReason: REASON };
}

function paymentOf(order: OrderRow, snapshot: PaymentSnapshot): NewOrderPayment {
  const { sessionId, paymentIntentId, amountCents, currency, refundedCents } = snapshot;
  return {
    sessionId,
    orderId: order.id,
    paymentIntentId: paymentIntentId ?? null,
    state: stateOf(snapshot),
    amountCents,
    currency,
    refundedCents,
  };
}

function stateOf(snapshot: PaymentSnapshot): OrderPaymentRow['state'] {
  if (snapshot.paymentStatus === 'paid') return isMoneyHeld(snapshot) ? 'paid' : 'returned';
  return snapshot.asyncFailed ? 'failed' : 'promised';
}

function isSame(known: OrderPaymentRow, { state, refundedCents }: NewOrderPayment): boolean {
  return known.state === state && known.refundedCents === refundedCents;
}

/** Money was received, or is promised for the first time. */
function needsStaff(known: OrderPaymentRow | undefined, { state }: Pick<OrderPaymentRow, 'state'>): boolean {
  if (state === 'paid') return known?.state !== 'paid';
  return state === 'promised' && known === undefined;
}
