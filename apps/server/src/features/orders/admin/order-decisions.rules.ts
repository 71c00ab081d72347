import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { isDue } from '#features/orders/orders.rules.ts';
import type { OrderPaymentRow, OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';

/** What is stored about an order's payments. The provider may know of newer changes, and it decides. */
export type OrderMoney = {
  order: Pick<
    OrderRow,
    'state' | 'decision' | 'priceCents' | 'refundedCents' | 'paymentIntentId' | 'paidAt' | 'reversedAt'
  >;
  refunds: Pick<OrderRefundRow, 'state'>[];
  otherPayments: Pick<OrderPaymentRow, 'state'>[];
};

/** Cents of the order's own payment that staff can refund now. */
export function refundableCents({ order, refunds, otherPayments }: OrderMoney): number {
  if (isRefundPending(refunds) || order.paymentIntentId === null) return 0;
  // When an order was paid twice, one payment is refunded before the order is decided.
  const isPaidTwice = order.state === 'review' && order.decision !== 'refund' && isAnyPaid(otherPayments);
  return isDue(order.state) || isPaidTwice ? order.priceCents - order.refundedCents : 0;
}

/** Cents of a payment by another session that staff can refund now. */
export function otherRefundableCents(
  { state, amountCents, refundedCents, paymentIntentId }: OrderPaymentRow,
  refunds: OrderMoney['refunds'],
): number {
  if (state !== 'paid' || paymentIntentId === null || isRefundPending(refunds)) return 0;
  return (amountCents ?? 0) - refundedCents;
}

/** The decisions that staff can make about an order in review. */
export function possibleDecisions({ order, refunds, otherPayments }: OrderMoney): ReviewDecision[] {
  if (order.state !== 'review' || order.decision === 'refund' || isRefundPending(refunds)) return [];
  const mayHavePaid = order.paymentIntentId !== null;
  const isPaidOtherwise = isAnyPaid(otherPayments);
  const isPromised = otherPayments.some(({ state }) => state === 'promised');
  const decisions: [ReviewDecision, boolean][] = [
    ['deliver', !(mayHavePaid && isPaidOtherwise)],
    ['refund', mayHavePaid || isPaidOtherwise],
    ['cancel', order.paidAt === null && !isPaidOtherwise && !isPromised],
  ];
  return decisions.flatMap(([decision, isPossible]) => (isPossible ? [decision] : []));
}

function isRefundPending(refunds: OrderMoney['refunds']): boolean {
  return refunds.some(({ state }) => state === 'requested');
}

function isAnyPaid(otherPayments: OrderMoney['otherPayments']): boolean {
  return otherPayments.some(({ state }) => state === 'paid');
}
