import { ORDER_TRANSITIONS, type OrderState } from '@waygate/contract/orders/orders.schemas';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import type { OrderPaymentRow, OrderRow } from './orders.tables.ts';

/** What facts make of an order: nothing, a way of legal moves, or a case for staff. */
export type Verdict =
  | { kind: 'unchanged' }
  | { kind: 'moves'; steps: [OrderState, ...OrderState[]] }
  | { kind: 'review'; reason: string };

type Judged = Pick<
  OrderRow,
  'reference' | 'state' | 'priceCents' | 'currency' | 'isLive' | 'decision' | 'reviewReason'
>;

/** Payments for the order by other sessions: whether there ever was money, and whether some of it is still here. */
export type OtherMoney = { isTaken: boolean; isHeld: boolean };

/** The player may still pay, or the payment is on its way. */
export const UNSETTLED: readonly OrderState[] = ['creating', 'pending', 'processing'];

const UNCHANGED: Verdict = { kind: 'unchanged' };
const CLOSED_UNPAID: readonly OrderState[] = ['failed', 'expired', 'cancelled'];
const TAKEN_BACK: readonly OrderState[] = ['refunded', 'charged_back'];

/** What has to have happened before, where there is no direct way. */
const COMES_AFTER: Partial<Record<OrderState, OrderState>> = {
  partially_refunded: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  charged_back: 'disputed',
};

/** Judges by what is so and not by what happened last, so that events may come in any order. */
export function judgeOrder(order: Judged, facts: PaymentSnapshot, other: OtherMoney): Verdict {
  if (order.state === 'review') return judgeReview(facts, other);
  const isOver = isReversed(order.state) || order.decision === 'cancel';
  if (isOver && !isMoneyHeld(facts)) return UNCHANGED;
  const mismatch = findMismatch(order, facts);
  if (mismatch !== undefined && !isDecided(order, mismatch)) return { kind: 'review', reason: mismatch };
  // Staff never accept an order that was paid twice.
  if (other.isHeld && isMoneyHeld(facts)) return { kind: 'review', reason: 'other_session' };
  const target = stateOf(facts, order.priceCents);
  if (order.decision !== null || (other.isTaken && !isUnsettled(order.state))) {
    if (facts.paymentStatus !== 'paid') return judgeByOtherMoney(order, other);
    // What was given back here is still paid by the other payment.
    if (target !== undefined && isReversed(target) && other.isHeld) return UNCHANGED;
  }
  return towards(order.state, target);
}

/** Whether staff have decided over this very thing. */
export function isDecided(
  { decision, reviewReason }: Pick<OrderRow, 'decision' | 'reviewReason'>,
  reason: string,
): boolean {
  return decision !== null && reviewReason === reason;
}

/** Whether the goods belong to the player in this state. */
export function isDue(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded';
}

/** Whether the money went back and the goods with it. */
export function isReversed(state: OrderState): boolean {
  return TAKEN_BACK.includes(state);
}

/** Whether some of this payment is still here; a dispute that is lost has taken all of it. */
export function isMoneyHeld({
  paymentStatus,
  amountCents,
  refundedCents,
  dispute,
}: PaymentSnapshot): boolean {
  if (paymentStatus !== 'paid' || dispute === 'lost') return false;
  return amountCents === null || refundedCents < amountCents;
}

/** Whether the player has promised a payment that may still come. */
export function isPaymentComing({ status, paymentStatus, asyncFailed }: PaymentSnapshot): boolean {
  return status === 'complete' && paymentStatus === 'unpaid' && !asyncFailed;
}

/** Whether the player may still pay, or the payment is on its way. */
export function isUnsettled(state: OrderState): boolean {
  return UNSETTLED.includes(state);
}

export function otherMoneyOf(payments: Pick<OrderPaymentRow, 'state'>[]): OtherMoney {
  return {
    isTaken: payments.some(({ state }) => state === 'paid' || state === 'returned'),
    isHeld: payments.some(({ state }) => state === 'paid'),
  };
}

/** Staff decide what becomes of a review, save that goods without their money are always taken back. */
function judgeReview(facts: PaymentSnapshot, other: OtherMoney): Verdict {
  const isTaken = facts.paymentStatus === 'paid' || other.isTaken;
  if (!isTaken || other.isHeld || isMoneyHeld(facts)) return UNCHANGED;
  const isLost = facts.dispute === 'lost' && facts.refundedCents < (facts.amountCents ?? 0);
  return { kind: 'moves', steps: [isLost ? 'charged_back' : 'refunded'] };
}

/** An own session that nobody paid says nothing of an order that staff accepted, or that was paid otherwise. */
function judgeByOtherMoney({ state }: Judged, other: OtherMoney): Verdict {
  const isGone = other.isTaken && !other.isHeld;
  return isGone && (isDue(state) || state === 'disputed') ? towards(state, 'refunded') : UNCHANGED;
}

function towards(state: OrderState, target: OrderState | undefined): Verdict {
  if (target === undefined || isSettledAs(state, target)) return UNCHANGED;
  const steps = stepsTo(state, target);
  return steps ? { kind: 'moves', steps } : { kind: 'review', reason: `unexpected_${target}` };
}

function findMismatch(order: Judged, facts: PaymentSnapshot): string | undefined {
  if (facts.reference !== order.reference) return 'wrong_order';
  if (facts.mode !== 'payment') return 'wrong_mode';
  if (facts.isLive !== order.isLive) return 'wrong_livemode';
  if (facts.currency !== order.currency) return 'wrong_currency';
  if (facts.amountCents !== order.priceCents) return 'wrong_amount';
  if (facts.paymentStatus === 'no_payment_required') return 'no_payment_required';
  if (facts.refundedCents > order.priceCents) return 'wrong_refund';
  return undefined;
}

/** Undefined while the player has not decided. */
function stateOf(facts: PaymentSnapshot, priceCents: number): OrderState | undefined {
  if (facts.paymentStatus === 'paid') return paidStateOf(facts, priceCents);
  if (facts.status === 'complete') return facts.asyncFailed ? 'failed' : 'processing';
  return facts.status === 'expired' ? 'expired' : undefined;
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
  // Whatever the bank still argues about: the goods are back.
  return isReversed(state) && (isReversed(target) || target === 'disputed');
}

function stepsTo(from: OrderState, to: OrderState): [OrderState, ...OrderState[]] | undefined {
  if (ORDER_TRANSITIONS[from].includes(to)) return [to];
  const before = COMES_AFTER[to];
  const steps = before === undefined ? undefined : stepsTo(from, before);
  return steps && [...steps, to];
}
