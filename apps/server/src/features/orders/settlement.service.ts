import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { Transaction } from '#platform/db/database.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import { fetchPaymentSnapshot, type FoundSnapshot, withFreshPayment } from './payments/payment-snapshots.ts';
import { moveOrder, type Settled, toReview } from './order-moves.service.ts';
import { type OrderParts, requireOpenShop } from './order-parts.ts';
import { isDecided, judgeOrder, otherMoneyOf } from './orders.rules.ts';
import { selectOrderPayments } from './payments/order-payments.queries.ts';
import { type OrderChanges, selectOrder, updateOrderFields } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';
import { ensureSession } from './payments/checkout-session.service.ts';

const MISSING = 'session_missing';

/**
 * Asks the provider how the order's payment stands and brings the order there. Webhooks, the return page and the
 * reconciler all come here, at once and in any order.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function settleOrder(parts: OrderParts, orderId: number): Promise<OrderState | undefined> {
  const shop = requireOpenShop(parts);
  const settled = await withFreshPayment<FoundSnapshot, Settled | undefined>(shop, orderId, {
    ask: async (order) => {
      if (order.provider !== shop.payments.name) return { done: { state: order.state } };
      if (order.sessionId !== null) return { answer: await fetchPaymentSnapshot(shop, order.sessionId) };
      const isCrashed = order.state === 'creating';
      // Whoever was to open the checkout has crashed, perhaps after the provider did so.
      if (isCrashed && (await ensureSession(shop, order)) !== undefined) return 'ask again';
      return { done: undefined };
    },
    apply: (tx, order, learnt) => applyFacts(tx, order, learnt),
  });
  if (settled?.reviewReason !== undefined)
    shop.log.warn({ orderId, reason: settled.reviewReason }, 'an order needs a decision of staff');
  return settled?.state ?? (await selectOrder(shop.db, orderId))?.state;
}

/** Brings the order to what the provider said of its own session. Must hold the order's lock. */
async function applyFacts(tx: Transaction, order: OrderRow, facts: FoundSnapshot): Promise<Settled> {
  if (facts === undefined)
    return order.state === 'review' || isDecided(order, MISSING)
      ? { state: order.state }
      : toReview(tx, order, MISSING);
  const verdict = judgeOrder(order, facts, otherMoneyOf(await selectOrderPayments(tx, order.id)));
  const news = newsOf(order, facts);
  if (Object.keys(news).length > 0) await updateOrderFields(tx, order.id, news);
  switch (verdict.kind) {
    case 'unchanged':
      return { state: order.state };
    case 'review':
      return toReview(tx, order, verdict.reason);
    case 'moves':
      return moveOrder(tx, order, { steps: verdict.steps });
  }
}

/** The payment is kept whatever is wrong with it: staff refund by it. */
function newsOf(order: OrderRow, { paymentIntentId, refundedCents, currency }: PaymentSnapshot): OrderChanges {
  // Sums in another currency say nothing about this order's price.
  const refunded = currency === order.currency ? Math.min(refundedCents, order.priceCents) : 0;
  return {
    ...(paymentIntentId !== undefined && order.paymentIntentId === null && { paymentIntentId }),
    ...(refunded !== order.refundedCents && { refundedCents: refunded }),
  };
}
