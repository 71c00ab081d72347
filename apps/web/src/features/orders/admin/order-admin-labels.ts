import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import { type OrderState, orderStateSchema } from '@waygate/contract/orders/orders.schemas';
import { ORDER_LABELS } from '#features/orders/order-labels.ts';
import type { BadgeTone } from '#ui/admin/Badge.tsx';

const TONES: Record<(typeof ORDER_LABELS)[OrderState]['tone'], BadgeTone> = {
  waiting: 'info',
  good: 'success',
  over: 'neutral',
  trouble: 'error',
};

/** An order's state as its player reads it, save for what staff themselves have to do. */
export function orderStateLabel(state: OrderState): { text: string; tone: BadgeTone } {
  if (state === 'review') return { text: 'Needs a decision', tone: 'warning' };
  const { text, tone } = ORDER_LABELS[state];
  return { text, tone: TONES[tone] };
}

/** With the one that waits for staff first. */
export const ORDER_STATE_OPTIONS = ['review' as const, ...orderStateSchema.options]
  .filter((state, place, states) => states.indexOf(state) === place)
  .map((value) => ({ value, label: orderStateLabel(value).text }));

const REVIEW_REASONS: Record<string, string> = {
  wrong_order: 'The payment names another order.',
  wrong_mode: 'The checkout was not made for a single payment.',
  wrong_livemode: 'Test money was paid for a live order, or the other way round.',
  wrong_currency: 'It was paid in another currency.',
  wrong_amount: 'Another sum was paid than the price.',
  wrong_refund: 'More was given back than the price.',
  no_payment_required: 'The payment provider says that nothing had to be paid.',
  session_missing: 'The payment provider does not know this checkout.',
  stock_gone: 'It was paid late, when the last unit had been sold to somebody else.',
  other_session: 'Money came, or is promised, by another checkout than the order’s own.',
};

/** Why an order needs a decision. */
export function reviewReasonText(reason: AdminOrder['reviewReason']): string {
  if (reason === null) return 'Nobody has said why.';
  const unexpected = /^unexpected_(\w+)$/.exec(reason)?.[1];
  if (unexpected !== undefined)
    return `The payment is “${unexpected.replaceAll('_', ' ')}” now, which cannot follow from where the order was.`;
  return REVIEW_REASONS[reason] ?? reason;
}

const EVENT_REASONS: Record<string, string> = {
  checkout: 'The player went to pay.',
  'session opened': 'The hosted checkout was opened.',
  payment: 'So says the payment provider.',
  'refused by the provider': 'The payment provider refused to open the checkout.',
  'accepted by staff': 'Staff took it for paid.',
  'cancelled by staff': 'Staff ended it.',
  'refunded by staff': 'Staff decided to give all the money back.',
  'taken back': 'Coins were debited. What the game had not seen was cancelled; it takes back the rest.',
};

/** Why an order moved. */
export function eventReasonText(reason: string): string {
  return EVENT_REASONS[reason] ?? reviewReasonText(reason);
}

/** What came of a webhook. */
export function webhookOutcomeText(outcome: string | null): string {
  if (outcome === null) return 'Not dealt with yet.';
  if (outcome === 'ignored: kind') return 'It says nothing of the payment.';
  if (outcome === 'ignored: livemode') return 'Ignored: live and test money are kept apart.';
  if (outcome === 'unknown order') return 'It is about no order of this portal.';
  const state = /^order \d+ is (\w+)$/.exec(outcome)?.[1];
  const known = orderStateSchema.options.find((option) => option === state);
  return known ? `Afterwards: ${orderStateLabel(known).text}.` : outcome;
}
