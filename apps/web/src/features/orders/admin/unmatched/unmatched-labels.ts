import type { UnmatchedPayment, UnmatchedState } from '@waygate/contract/orders/unmatched.admin.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';

const LABELS: Record<UnmatchedState, { text: string; tone: BadgeTone }> = {
  open: { text: 'Needs a decision', tone: 'warning' },
  refunding: { text: 'Refund pending', tone: 'info' },
  refunded: { text: 'Refunded', tone: 'neutral' },
  attached: { text: 'Attached', tone: 'success' },
};

/** The label of a payment's state; while the bank disputes it, that it does. */
export function unmatchedStateLabel({ state, isDisputed }: Pick<UnmatchedPayment, 'state' | 'isDisputed'>): {
  text: string;
  tone: BadgeTone;
} {
  return state === 'open' && isDisputed ? { text: 'Payment disputed', tone: 'error' } : LABELS[state];
}

export const UNMATCHED_STATE_OPTIONS = [
  ...(['refunded', 'attached'] as const).map((value) => ({ value, label: LABELS[value].text })),
  { value: 'all', label: 'All' },
];

/** Who paid, as far as the provider knows. */
export function payerText({
  payerName,
  payerEmail,
}: Pick<UnmatchedPayment, 'payerName' | 'payerEmail'>): string {
  return [payerName, payerEmail].filter((part) => part !== null).join(', ') || 'Unknown';
}

/** Queries to refetch after a payment changed. */
export const UNMATCHED_KEYS = [['unmatched'], ['orders'], ['order'], ['deliveries'], ['audit']];
