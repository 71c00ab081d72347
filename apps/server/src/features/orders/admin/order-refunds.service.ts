import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { recordAudit } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { PaymentFacts } from '#platform/payments/payment-provider.ts';
import {
  type AtDesk,
  carryOut,
  disputed,
  nothingLeft,
  requireItsProvider,
  underDesk,
  underWay,
} from './staff-order.ts';
import { askForFacts } from '#features/orders/payments/payment-snapshots.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import {
  insertOrderRefunds,
  selectRefundOfRequest,
  selectRequestedRefunds,
} from '#features/orders/payments/order-refunds.queries.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { cancelReviewed, deliverReviewed, refundReviewed } from './order-reviews.service.ts';
import { updateOrderFacts } from '#features/orders/orders.queries.ts';
import type { OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';

export type RefundOrder = AtDesk & {
  /** All that is left when it is left out. */
  amountCents?: number;
  /** Of the form: a second press, or a second try after a timeout, is the same refund. */
  requestId: string;
  /** What the form showed as given back: another sum by now is told instead of adding to it. */
  seenRefundedCents?: number;
  /** Another payment than the order's own. */
  paymentIntentId?: string;
};

/**
 * Gives money back: an amount, or all that is left; of the order's own payment, unless another one is named or is the
 * only one with money. It is written down before the provider is asked, and so done once, by whoever comes first:
 * this call, another click, or the reconciler after a crash.
 *
 * @returns the order's state afterwards
 * @throws unauthenticated, forbidden for staff who may not, when it is written down; conflict when it cannot be given
 *   back; unavailable when the provider cannot be asked now
 */
export async function refundOrder(parts: OrderParts, ordered: RefundOrder): Promise<OrderState> {
  const shop = requireOpenShop(parts);
  const { orderId, requestId, paymentIntentId } = ordered;
  const pressed = await selectRefundOfRequest(shop.db, requestId);
  const refund =
    pressed ??
    (await underDesk<PaymentFacts, OrderRefundRow>(shop, ordered, {
      ask: async (order) => ({ answer: await findPayment(shop, order, paymentIntentId) }),
      apply: (tx, order, facts) => writeRefund(tx, { order, facts, ordered }),
    }));
  if (refund.orderId !== orderId) throw notFound('There is no such order.');
  return carryOut(shop, [refund]);
}

/**
 * Ends a review. 'deliver' takes the order for paid and gives its goods, once; 'refund' gives back all its money;
 * 'cancel' is for one that nobody has paid.
 *
 * @returns the order's state afterwards
 * @throws conflict when the order is not in review, or cannot be decided like this
 */
export async function decideReview(
  parts: OrderParts,
  { decision, ...desk }: AtDesk & { decision: ReviewDecision },
): Promise<OrderState> {
  const shop = requireOpenShop(parts);
  switch (decision) {
    case 'deliver':
      return deliverReviewed(shop, desk);
    case 'refund':
      return refundReviewed(shop, desk);
    case 'cancel':
      return cancelReviewed(shop, desk);
  }
}

async function findPayment(
  shop: OpenShop,
  order: OrderRow,
  paymentIntentId: string | undefined,
): Promise<PaymentFacts> {
  requireItsProvider(shop, order);
  const others = await selectOrderPayments(shop.db, order.id);
  const named = others.find((payment) => payment.paymentIntentId === paymentIntentId);
  const own = named || order.sessionId === null ? undefined : await askForFacts(shop, order.sessionId);
  if (own && isMoneyHeld(own) && (paymentIntentId ?? own.paymentIntentId) === own.paymentIntentId) return own;
  const held = others.filter(({ state }) => state === 'paid');
  const other = named ?? (held.length === 1 ? held[0] : undefined);
  const facts = other ? await askForFacts(shop, other.sessionId) : own;
  if (!facts || (paymentIntentId ?? facts.paymentIntentId) !== facts.paymentIntentId) throw nothingLeft();
  return facts;
}

/** The second click finds what the first one wrote. */
async function writeRefund(
  tx: Transaction,
  { order, facts, ordered }: { order: OrderRow; facts: PaymentFacts; ordered: RefundOrder },
): Promise<OrderRefundRow> {
  const { sessionId, paymentIntentId, amountCents: paidCents, refundedCents } = facts;
  const { staff } = ordered;
  const pressed = await selectRefundOfRequest(tx, ordered.requestId);
  if (pressed) return pressed;
  if (paymentIntentId === undefined || paidCents === null) throw nothingLeft();
  const requested = await selectRequestedRefunds(tx, order.id);
  const open = requested.find((refund) => refund.paymentIntentId === paymentIntentId);
  if (open) {
    const askedCents = ordered.amountCents ?? paidCents - open.refundedBeforeCents;
    if (open.amountCents !== askedCents) throw underWay();
    return open;
  }
  requireRefundable(facts, ordered);
  const amountCents = ordered.amountCents ?? paidCents - refundedCents;
  const [refund] = await insertOrderRefunds(tx, [
    {
      orderId: order.id,
      sessionId,
      paymentIntentId,
      amountCents,
      refundedBeforeCents: refundedCents,
      requestId: ordered.requestId,
      staffId: staff.viewer.accountId,
    },
  ]);
  if (!refund) throw new Error('The refund was not written.');
  await updateOrderFacts(tx, order.id, {});
  await recordAudit(tx, staff, {
    kind: 'order.refund',
    target: order.id,
    accountId: order.accountId,
    before: { state: order.state, refunded: refundedCents / 100 },
    after: { refunded: (refundedCents + amountCents) / 100, paymentIntentId },
  });
  return refund;
}

function requireRefundable(facts: PaymentFacts, ordered: RefundOrder): void {
  const leftCents = (facts.amountCents ?? 0) - facts.refundedCents;
  if (!isMoneyHeld(facts)) throw nothingLeft();
  if (facts.dispute === 'open') throw disputed();
  if ((ordered.seenRefundedCents ?? facts.refundedCents) !== facts.refundedCents)
    throw conflict(
      `${inEuro(facts.refundedCents)} of this payment went back by now. Look at the order again.`,
    );
  const { amountCents = leftCents } = ordered;
  if (amountCents > leftCents || amountCents <= 0)
    throw invalid(`Give an amount up to ${inEuro(leftCents)}.`, {
      amount: `Give an amount up to ${inEuro(leftCents)}.`,
    });
}

function inEuro(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}
