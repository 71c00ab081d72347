import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { Transaction } from '#platform/db/database.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import { fetchPaymentSnapshot, withFreshPayment } from './payment-snapshots.ts';
import { type Settled, toReview } from '#features/orders/order-moves.service.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { selectOrderPaymentBy, upsertOrderPayment } from './order-payments.queries.ts';
import { insertOrderEvent, updateOrderFields } from '#features/orders/orders.queries.ts';
import type { OrderPaymentRow, OrderRow } from '#features/orders/orders.tables.ts';

const REASON = 'other_session';

/**
 * Looks at a session that names the order and is not the order's own. Money that came by it is noted, and the order
 * is left to staff, once for each such payment; nothing is given for it, and nothing that was given is lost.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function recordOtherSession(
  shop: OpenShop,
  { orderId, sessionId }: { orderId: number; sessionId: string },
): Promise<OrderState | undefined> {
  const noted = await withFreshPayment<PaymentSnapshot, Settled>(shop, orderId, {
    ask: async (order) => {
      const facts = await fetchPaymentSnapshot(shop, sessionId);
      const isAboutOrder = facts?.reference === order.reference && order.sessionId !== sessionId;
      if (!facts || !isAboutOrder || !wasCompleted(facts)) return { done: { state: order.state } };
      return { answer: facts };
    },
    apply: (tx, order, facts) => notePayment(tx, order, facts),
  });
  if (noted?.reviewReason !== undefined)
    shop.log.warn({ orderId, sessionId, reason: REASON }, 'an order needs a decision of staff');
  return noted?.state;
}

function wasCompleted({ status, paymentStatus }: PaymentSnapshot): boolean {
  return status === 'complete' || paymentStatus === 'paid';
}

async function notePayment(tx: Transaction, order: OrderRow, facts: PaymentSnapshot): Promise<Settled> {
  const { sessionId } = facts;
  // Adopted by the order since.
  if (order.sessionId === sessionId) return { state: order.state };
  const known = await selectOrderPaymentBy(tx, { sessionId });
  const payment = paymentOf(order, facts);
  if (known && isSame(known, payment)) return { state: order.state };
  await upsertOrderPayment(tx, payment);
  // Whoever asked before this was known has to ask again.
  await updateOrderFields(tx, order.id, {});
  if (!needsStaff(known, payment)) return { state: order.state };
  if (order.state !== 'review') return toReview(tx, order, REASON);
  await insertOrderEvent(tx, { orderId: order.id, fromState: 'review', toState: 'review', reason: REASON });
  return { state: 'review', reviewReason: REASON };
}

function paymentOf(order: OrderRow, facts: PaymentSnapshot): Omit<OrderPaymentRow, 'notedAt'> {
  const { sessionId, paymentIntentId, amountCents, currency, refundedCents } = facts;
  return {
    sessionId,
    orderId: order.id,
    paymentIntentId: paymentIntentId ?? null,
    state: stateOf(facts),
    amountCents,
    currency,
    refundedCents,
  };
}

function stateOf(facts: PaymentSnapshot): OrderPaymentRow['state'] {
  if (facts.paymentStatus === 'paid') return isMoneyHeld(facts) ? 'paid' : 'returned';
  return facts.asyncFailed ? 'failed' : 'promised';
}

function isSame(known: OrderPaymentRow, { state, refundedCents }: Omit<OrderPaymentRow, 'notedAt'>): boolean {
  return known.state === state && known.refundedCents === refundedCents;
}

/** Money that has come and is here, or is promised for the first time. */
function needsStaff(known: OrderPaymentRow | undefined, { state }: Pick<OrderPaymentRow, 'state'>): boolean {
  if (state === 'paid') return known?.state !== 'paid';
  return state === 'promised' && known === undefined;
}
