import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import type { OrderPaymentRow, OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';

/** What is known of an order's money without asking the provider, which has the last word. */
export type OrderMoney = {
  order: Pick<
    OrderRow,
    'state' | 'decision' | 'priceCents' | 'refundedCents' | 'paymentIntentId' | 'paidAt' | 'reversedAt'
  >;
  refunds: Pick<OrderRefundRow, 'state'>[];
  otherPayments: Pick<OrderPaymentRow, 'state'>[];
};

/** Cents of the order's own payment that staff can give back now. */
export function refundableCents({ order, refunds, otherPayments }: OrderMoney): number {
  if (isRefundUnderWay(refunds) || order.paymentIntentId === null) return 0;
  const isDue = order.state === 'paid' || order.state === 'partially_refunded';
  // Of an order that was paid twice, one payment goes back before it is decided.
  const isPaidTwice = order.state === 'review' && order.decision !== 'refund' && isHeld(otherPayments);
  return isDue || isPaidTwice ? order.priceCents - order.refundedCents : 0;
}

/** Cents of a payment by another session that staff can give back now. */
export function otherRefundableCents(
  { state, amountCents, refundedCents, paymentIntentId }: OrderPaymentRow,
  refunds: OrderMoney['refunds'],
): number {
  if (state !== 'paid' || paymentIntentId === null || isRefundUnderWay(refunds)) return 0;
  return (amountCents ?? 0) - refundedCents;
}

/** What staff can make of an order in review. */
export function possibleDecisions({ order, refunds, otherPayments }: OrderMoney): ReviewDecision[] {
  if (order.state !== 'review' || order.decision === 'refund' || isRefundUnderWay(refunds)) return [];
  const mayHavePaid = order.paymentIntentId !== null;
  const isPaidOtherwise = isHeld(otherPayments);
  const isPromised = otherPayments.some(({ state }) => state === 'promised');
  const decisions: [ReviewDecision, boolean][] = [
    ['deliver', order.reversedAt === null && !(mayHavePaid && isPaidOtherwise)],
    ['refund', mayHavePaid || isPaidOtherwise],
    ['cancel', order.paidAt === null && !isPaidOtherwise && !isPromised],
  ];
  return decisions.flatMap(([decision, isPossible]) => (isPossible ? [decision] : []));
}

function isRefundUnderWay(refunds: OrderMoney['refunds']): boolean {
  return refunds.some(({ state }) => state === 'requested');
}

function isHeld(otherPayments: OrderMoney['otherPayments']): boolean {
  return otherPayments.some(({ state }) => state === 'paid');
}
