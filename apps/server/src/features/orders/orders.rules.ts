import { ORDER_TRANSITIONS, type OrderState } from '@waygate/contract/orders/orders.schemas';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import type { OrderPaymentRow, OrderRow } from './orders.tables.ts';

/** The effect of a payment's status on an order: none, a list of moves, or a review by staff. */
export type Verdict =
  | { kind: 'unchanged' }
  | { kind: 'moves'; steps: [OrderState, ...OrderState[]] }
  | { kind: 'review'; reason: string };

type Judged = Pick<
  OrderRow,
  'reference' | 'state' | 'priceCents' | 'currency' | 'isLive' | 'decision' | 'reviewReason'
>;

/** Payments for the order by other sessions. `isTaken`: money was received; `isHeld`: some was not returned. */
export type OtherMoney = { isTaken: boolean; isHeld: boolean };

/** The player may still pay, or the payment is on its way. */
export const UNSETTLED: readonly OrderState[] = ['creating', 'pending', 'processing'];

const UNCHANGED: Verdict = { kind: 'unchanged' };
const CLOSED_UNPAID: readonly OrderState[] = ['failed', 'expired', 'cancelled'];
const REVERSED: readonly OrderState[] = ['refunded', 'charged_back'];

/** The state that must come before, if there is no direct transition. */
const COMES_AFTER: Partial<Record<OrderState, OrderState>> = {
  partially_refunded: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  charged_back: 'disputed',
};

/** Judges by the payment's current status and not by the last event, so that events may arrive in any order. */
export function judgeOrder(order: Judged, payment: PaymentSnapshot, other: OtherMoney): Verdict {
  if (order.state === 'review') return judgeReview(payment, other);
  const isOver = isReversed(order.state) || order.decision === 'cancel';
  if (isOver && !isMoneyHeld(payment)) return UNCHANGED;
  const mismatch = findMismatch(order, payment);
  if (mismatch !== undefined && !isDecided(order, mismatch)) return { kind: 'review', reason: mismatch };
  // Staff never accept an order that was paid twice.
  if (other.isHeld && isMoneyHeld(payment)) return { kind: 'review', reason: 'other_session' };
  const target = stateOf(payment, order.priceCents);
  if (order.decision !== null || (other.isTaken && !isUnsettled(order.state))) {
    if (payment.paymentStatus !== 'paid') return judgeByOtherMoney(order, other);
    // This payment was refunded, but the other one still covers the order.
    if (target !== undefined && isReversed(target) && other.isHeld) return UNCHANGED;
  }
  return towards(order.state, target);
}

/** Whether staff have decided the review for this reason. */
export function isDecided(
  { decision, reviewReason }: Pick<OrderRow, 'decision' | 'reviewReason'>,
  reason: string,
): boolean {
  return decision !== null && reviewReason === reason;
}

/** Whether the player is entitled to the items in this state. */
export function isDue(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded';
}

/** Whether money and items were returned in this state. */
export function isReversed(state: OrderState): boolean {
  return REVERSED.includes(state);
}

/** Whether some of this payment was not returned. A lost dispute returns all of it. */
export function isMoneyHeld({
  paymentStatus,
  amountCents,
  refundedCents,
  dispute,
}: PaymentSnapshot): boolean {
  if (paymentStatus !== 'paid' || dispute === 'lost') return false;
  return amountCents === null || refundedCents < amountCents;
}

/** Whether an asynchronous payment may still arrive. */
export function isPaymentComing({ status, paymentStatus, asyncFailed }: PaymentSnapshot): boolean {
  return status === 'complete' && paymentStatus === 'unpaid' && !asyncFailed;
}

/** Whether the player may still pay, or the payment is being processed. */
export function isUnsettled(state: OrderState): boolean {
  return UNSETTLED.includes(state);
}

export function otherMoneyOf(payments: Pick<OrderPaymentRow, 'state'>[]): OtherMoney {
  return {
    isTaken: payments.some(({ state }) => state === 'paid' || state === 'returned'),
    isHeld: payments.some(({ state }) => state === 'paid'),
  };
}

/** Staff decide reviews, except that an order whose money was returned is always reversed. */
function judgeReview(payment: PaymentSnapshot, other: OtherMoney): Verdict {
  const isTaken = payment.paymentStatus === 'paid' || other.isTaken;
  if (!isTaken || other.isHeld || isMoneyHeld(payment)) return UNCHANGED;
  const isLost = payment.dispute === 'lost' && payment.refundedCents < (payment.amountCents ?? 0);
  return { kind: 'moves', steps: [isLost ? 'charged_back' : 'refunded'] };
}

/** An unpaid own session changes nothing for an order that staff accepted or another session paid. */
function judgeByOtherMoney({ state }: Judged, other: OtherMoney): Verdict {
  const isGone = other.isTaken && !other.isHeld;
  return isGone && (isDue(state) || state === 'disputed') ? towards(state, 'refunded') : UNCHANGED;
}

function towards(state: OrderState, target: OrderState | undefined): Verdict {
  if (target === undefined || isSettledAs(state, target)) return UNCHANGED;
  const steps = stepsTo(state, target);
  return steps ? { kind: 'moves', steps } : { kind: 'review', reason: `unexpected_${target}` };
}

function findMismatch(order: Judged, payment: PaymentSnapshot): string | undefined {
  if (payment.reference !== order.reference) return 'wrong_order';
  if (payment.mode !== 'payment') return 'wrong_mode';
  if (payment.isLive !== order.isLive) return 'wrong_livemode';
  if (payment.currency !== order.currency) return 'wrong_currency';
  if (payment.amountCents !== order.priceCents) return 'wrong_amount';
  if (payment.paymentStatus === 'no_payment_required') return 'no_payment_required';
  if (payment.refundedCents > order.priceCents) return 'wrong_refund';
  return undefined;
}

/** Undefined while the player has not decided. */
function stateOf(payment: PaymentSnapshot, priceCents: number): OrderState | undefined {
  if (payment.paymentStatus === 'paid') return paidStateOf(payment, priceCents);
  if (payment.status === 'complete') return payment.asyncFailed ? 'failed' : 'processing';
  return payment.status === 'expired' ? 'expired' : undefined;
}

function paidStateOf(
  { amountCents, refundedCents, dispute }: PaymentSnapshot,
  priceCents: number,
): OrderState {
  if (refundedCents >= (amountCents ?? priceCents)) return 'refunded';
  if (dispute === 'lost') return 'charged_back';
  if (dispute === 'open') return 'disputed';
  return refundedCents > 0 ? 'partially_refunded' : 'paid';
}

function isSettledAs(state: OrderState, target: OrderState): boolean {
  if (state === target) return true;
  if (CLOSED_UNPAID.includes(state) && CLOSED_UNPAID.includes(target)) return true;
  // A dispute changes nothing once the items are revoked.
  return isReversed(state) && (isReversed(target) || target === 'disputed');
}

function stepsTo(from: OrderState, to: OrderState): [OrderState, ...OrderState[]] | undefined {
  if (ORDER_TRANSITIONS[from].includes(to)) return [to];
  const before = COMES_AFTER[to];
  const steps = before === undefined ? undefined : stepsTo(from, before);
  return steps && [...steps, to];
}
