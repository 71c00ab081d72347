import type { LineState, OrderState } from '@waygate/contract/orders/orders.schemas';

/** How good the news is. */
export type Tone = 'waiting' | 'good' | 'over' | 'trouble';

type Label = { text: string; tone: Tone };

/** An order's state in plain words. */
export const ORDER_LABELS: Record<OrderState, Label> = {
  creating: { text: 'Checkout started', tone: 'waiting' },
  pending: { text: 'Waiting for the payment', tone: 'waiting' },
  processing: { text: 'Your bank is working on the payment', tone: 'waiting' },
  paid: { text: 'Paid', tone: 'good' },
  partially_refunded: { text: 'Paid, partly refunded', tone: 'good' },
  refunded: { text: 'Refunded', tone: 'over' },
  failed: { text: 'Payment failed, nothing was charged', tone: 'trouble' },
  expired: { text: 'Not paid in time, nothing was charged', tone: 'over' },
  cancelled: { text: 'Cancelled', tone: 'over' },
  disputed: { text: 'Payment disputed', tone: 'trouble' },
  charged_back: { text: 'Payment taken back by the bank', tone: 'trouble' },
  review: { text: 'Being checked by our team', tone: 'waiting' },
};

const LINE_LABELS: Record<LineState, Label> = {
  waiting: { text: 'Next in line for delivery', tone: 'waiting' },
  on_its_way: { text: 'On its way to the game', tone: 'waiting' },
  delivered: { text: 'Delivered', tone: 'good' },
  cancelled: { text: 'Not delivered', tone: 'over' },
  revoked: { text: 'Taken back', tone: 'over' },
  problem: { text: 'Delayed, our team has been told', tone: 'trouble' },
};

/** The delivery state of one line, in plain words. Nothing is under way before it is paid. */
export function lineLabel(line: LineState, order: OrderState): Label {
  if (line !== 'waiting' || isPaid(order)) return LINE_LABELS[line];
  if (order === 'review') return { text: 'Delivered after the check', tone: 'waiting' };
  return isAwaitingPayment(order)
    ? { text: 'Delivered after the payment', tone: 'waiting' }
    : LINE_LABELS.cancelled;
}

/** Whether the money is here and stays, as far as anybody knows. */
export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded' || state === 'disputed';
}

/** Whether the payment may still arrive. */
export function isAwaitingPayment(state: OrderState): boolean {
  return state === 'creating' || state === 'pending' || state === 'processing';
}
