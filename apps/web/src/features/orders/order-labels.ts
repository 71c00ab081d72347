import type { LineState } from '@waygate/contract/deliveries/line-states.schemas';
import type { Order, OrderState } from '@waygate/contract/orders/orders.schemas';
import { type Label, LINE_LABELS } from '#features/deliveries/line-labels.ts';

/** The label of each order state; the note stands next to it. */
export const ORDER_LABELS: Record<OrderState, Label & { note?: string }> = {
  creating: { text: 'Checkout started', tone: 'waiting' },
  pending: { text: 'Waiting for payment', tone: 'waiting' },
  processing: { text: 'Your bank is processing the payment', tone: 'waiting' },
  paid: { text: 'Paid', tone: 'good' },
  partially_refunded: { text: 'Partially refunded', tone: 'good' },
  refunded: { text: 'Refunded', tone: 'over' },
  failed: { text: 'Payment failed', note: 'Nothing was charged', tone: 'trouble' },
  expired: { text: 'Not paid in time', note: 'Nothing was charged', tone: 'over' },
  cancelled: { text: 'Cancelled', tone: 'over' },
  disputed: { text: 'Payment disputed', tone: 'trouble' },
  charged_back: { text: 'Payment reversed by the bank', tone: 'trouble' },
  review: { text: 'Under review by our team', tone: 'waiting' },
};

/** The label of one line's delivery. Nothing is delivered before it's paid. */
export function lineLabel(line: LineState, order: OrderState): Label {
  if (line !== 'waiting' || isPaid(order)) return LINE_LABELS[line];
  if (order === 'review') return { text: 'Delivered after the review', tone: 'waiting' };
  return isAwaitingPayment(order)
    ? { text: 'Delivered after payment', tone: 'waiting' }
    : LINE_LABELS.cancelled;
}

/** Whether the order is paid and not fully refunded. */
export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'partially_refunded' || state === 'disputed';
}

/** Whether the payment may still arrive. */
export function isAwaitingPayment(state: OrderState): boolean {
  return state === 'creating' || state === 'pending' || state === 'processing';
}

type Line = Order['lines'][number];

/** Whether the player has to read what stands below the line. */
export function needsAttention({ state, problem, collectBy }: Line): boolean {
  return LINE_LABELS[state].tone === 'trouble' || problem !== null || collectBy !== null;
}

/**
 * The delivery of a whole order in one label: of all lines, or of the one that matters most. Undefined where nothing
 * was sold, so that the order's own label says it all.
 */
export function deliverySummary(lines: Line[], order: OrderState): Label | undefined {
  if (!isPaid(order) && !isAwaitingPayment(order) && order !== 'review') return undefined;
  const labels = lines.map(({ state }) => lineLabel(state, order));
  const undone = labels.filter(({ tone }) => tone !== 'good');
  if (labels.length > 1 && undone.length === 0)
    return { text: `Delivered, ${labels.length} of ${labels.length}`, tone: 'good' };
  return undone.find(({ tone }) => tone === 'trouble') ?? undone[0] ?? labels[0];
}
