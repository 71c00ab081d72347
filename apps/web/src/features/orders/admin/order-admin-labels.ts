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

/** Where the player's label speaks to the player. */
const STAFF_TEXTS: Partial<Record<OrderState, string>> = {
  processing: 'At the bank',
  expired: 'Expired',
  disputed: 'Disputed',
  charged_back: 'Charged back',
  review: 'Needs a decision',
};

/** The label of an order state for staff. */
export function orderStateLabel(state: OrderState): { text: string; tone: BadgeTone } {
  const { text, tone } = ORDER_LABELS[state];
  return { text: STAFF_TEXTS[state] ?? text, tone: state === 'review' ? 'warning' : TONES[tone] };
}

/** States that wait for staff come first. */
export const ORDER_STATE_OPTIONS = ['review' as const, ...orderStateSchema.options]
  .filter((state, index, states) => states.indexOf(state) === index)
  .map((value) => ({ value, label: orderStateLabel(value).text }));

const REVIEW_REASONS: Record<string, string> = {
  wrong_order: 'The payment names another order.',
  wrong_mode: "The checkout wasn't created for a single payment.",
  wrong_livemode: 'Test money was paid for a live order, or the other way round.',
  wrong_currency: 'It was paid in a different currency.',
  wrong_amount: 'The amount paid differs from the price.',
  wrong_refund: 'More was refunded than the price.',
  no_payment_required: 'The payment provider reports that no payment was required.',
  session_missing: "The payment provider doesn't know this checkout.",
  unexpected_paid: 'The money came back after the items were revoked.',
  unexpected_partially_refunded: 'Some of the money came back after the items were revoked.',
  stock_gone: 'It was paid late, after the last unit was sold to somebody else.',
  other_session: 'A payment arrived or is pending from another checkout than the order’s own.',
};

/** Why an order needs a decision. */
export function reviewReasonText(reason: AdminOrder['reviewReason']): string {
  if (reason === null) return 'No reason was recorded.';
  const known = REVIEW_REASONS[reason];
  if (known !== undefined) return known;
  const unexpected = /^unexpected_(\w+)$/.exec(reason)?.[1];
  if (unexpected !== undefined)
    return `The payment changed to “${unexpected.replaceAll('_', ' ')}”, which isn't allowed from the order's state.`;
  return reason;
}

const EVENT_REASONS: Record<string, string> = {
  checkout: 'The player started the checkout.',
  'session opened': 'The hosted checkout was opened.',
  payment: 'Reported by the payment provider.',
  'refused by the provider': 'The payment provider refused to open the checkout.',
  'accepted by staff': 'Staff marked it as paid.',
  'delivered again by staff': 'Staff marked it as paid. Everything was granted again.',
  'attached by staff': 'Staff made it of a payment whose order was missing.',
  'session found again': 'The payment provider knows the checkout again.',
  'sandbox closed': 'The sandbox was closed, because the shop takes real money now.',
  'cancelled by staff': 'Staff cancelled it.',
  'refunded by staff': 'Staff decided to refund it in full.',
  'taken back':
    'Coins were debited. Deliveries the game had not received were cancelled; the game revokes the rest.',
  marked_delivered_revoked:
    'Staff had marked a delivery as delivered. A revocation is sent, but the game may know nothing of what was given by hand. Please check it.',
  revocation_waits:
    "A revocation isn't sent yet: the game may have something else under its key. Please decide under Deliveries.",
};

/** Why an order's state changed. */
export function eventReasonText(reason: string): string {
  return EVENT_REASONS[reason] ?? reviewReasonText(reason);
}

const PROVIDER_EVENTS: Record<string, string> = {
  'checkout.session.completed': 'Checkout completed at the provider',
  'checkout.session.expired': 'Checkout expired at the provider',
  'checkout.session.async_payment_succeeded': 'Delayed payment arrived',
  'checkout.session.async_payment_failed': 'Delayed payment failed',
  'charge.refunded': 'Refunded at the provider',
  'refund.updated': 'Refund changed at the provider',
  'refund.failed': 'Refund failed at the provider',
  'charge.dispute.created': 'Dispute opened',
  'charge.dispute.updated': 'Dispute changed',
  'charge.dispute.closed': 'Dispute closed',
};

/** What the payment provider reported. */
export function providerEventText(kind: string): string {
  return PROVIDER_EVENTS[kind] ?? `Provider event: ${kind}`;
}

/** How a webhook was handled. */
export function webhookOutcomeText(outcome: string | null): string {
  if (outcome === null) return 'Not processed yet.';
  if (outcome === 'ignored: kind') return 'Ignored: not about the payment.';
  if (outcome === 'ignored: livemode') return 'Ignored: live and test money are kept apart.';
  if (outcome === 'unknown order') return 'Ignored: no order of this portal.';
  const state = /^order \d+ is (\w+)$/.exec(outcome)?.[1];
  const known = orderStateSchema.options.find((option) => option === state);
  return known ? `Afterwards: ${orderStateLabel(known).text}.` : outcome;
}
