import { ORDER_TRANSITIONS, type OrderState } from '@waygate/contract/orders/orders.schemas';
import type { PaymentFacts } from '#platform/payments/payment-provider.ts';
import type { OrderRow } from './orders.tables.ts';

/** What facts make of an order: nothing, a way of legal moves, or a case for staff. */
export type Verdict =
  | { kind: 'unchanged' }
  | { kind: 'moves'; steps: [OrderState, ...OrderState[]] }
  | { kind: 'review'; reason: string };

type Judged = Pick<OrderRow, 'reference' | 'state' | 'priceCents' | 'currency' | 'isLive'>;

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
export function judgeOrder(order: Judged, facts: PaymentFacts): Verdict {
  const mismatch = findMismatch(order, facts);
  if (mismatch !== undefined)
    return order.state === 'review' ? { kind: 'unchanged' } : { kind: 'review', reason: mismatch };
  const target = stateOf(facts, order.priceCents);
  if (target === undefined || isSettledAs(order.state, target)) return { kind: 'unchanged' };
  const steps = stepsTo(order.state, target);
  return steps ? { kind: 'moves', steps } : { kind: 'review', reason: `unexpected_${target}` };
}

/** Whether the goods belong to the player in this state. */
export function isDue(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded';
}

/** Whether the money went back and the goods with it. */
export function isTakenBack(state: OrderState): boolean {
  return TAKEN_BACK.includes(state);
}

function findMismatch(order: Judged, facts: PaymentFacts): string | undefined {
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
function stateOf(facts: PaymentFacts, priceCents: number): OrderState | undefined {
  if (facts.paymentStatus === 'paid') return paidStateOf(facts, priceCents);
  if (facts.status === 'complete') return facts.asyncFailed ? 'failed' : 'processing';
  return facts.status === 'expired' ? 'expired' : undefined;
}

function paidStateOf({ refundedCents, dispute }: PaymentFacts, priceCents: number): OrderState {
  if (refundedCents >= priceCents) return 'refunded';
  if (dispute === 'lost') return 'charged_back';
  if (dispute === 'open') return 'disputed';
  return refundedCents > 0 ? 'partially_refunded' : 'paid';
}

function isSettledAs(state: OrderState, target: OrderState): boolean {
  if (state === target) return true;
  if (CLOSED_UNPAID.includes(state) && CLOSED_UNPAID.includes(target)) return true;
  // Whatever the bank still argues about: the goods are back.
  if (isTakenBack(state)) return isTakenBack(target) || target === 'disputed';
  // Staff decide what becomes of a review, save that goods without their money are always taken back.
  return state === 'review' && !isTakenBack(target);
}

function stepsTo(from: OrderState, to: OrderState): [OrderState, ...OrderState[]] | undefined {
  if (ORDER_TRANSITIONS[from].includes(to)) return [to];
  const before = COMES_AFTER[to];
  const steps = before === undefined ? undefined : stepsTo(from, before);
  return steps && [...steps, to];
}
