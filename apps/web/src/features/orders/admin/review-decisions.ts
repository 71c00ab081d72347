import type { AdminOrderDetail, ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';

type DecisionTexts = { label: string; when: string; consequences: string[]; success: string };

/** How staff can close a review: when to choose it, and what it does. */
export const DECISIONS: Record<ReviewDecision, DecisionTexts> = {
  deliver: {
    label: 'Mark as paid',
    when: 'When the payment has arrived, despite the mismatch.',
    consequences: [
      'The order counts as paid.',
      'If the provider later reports otherwise, such as a dispute, the order follows.',
    ],
    success: 'Order marked as paid.',
  },
  refund: {
    label: 'Refund the payments',
    when: "When a payment arrived that shouldn't have.",
    consequences: [
      'Every payment for this order is refunded, whichever checkout it came from.',
      "This can't be undone.",
    ],
    success: 'Payments refunded.',
  },
  cancel: {
    label: 'Cancel the order',
    when: 'When nobody has paid and nobody will.',
    consequences: ['The checkout is closed.', 'If a payment has arrived or is on its way, this is refused.'],
    success: 'Order cancelled.',
  },
};

/** For items that were revoked: 'deliver' grants them once more. */
const DELIVER_AGAIN: DecisionTexts = {
  label: 'Deliver again',
  when: 'When the money came back after the items were revoked.',
  consequences: [
    'The order counts as paid, and everything is delivered once more.',
    'If the money is returned again, such as by another dispute, everything is revoked again.',
  ],
  success: 'Order delivered again.',
};

/** The texts of a decision about this order. */
export function decisionTexts(
  decision: ReviewDecision,
  { reversedAt }: Pick<AdminOrderDetail, 'reversedAt'>,
): DecisionTexts {
  return decision === 'deliver' && reversedAt !== null ? DELIVER_AGAIN : DECISIONS[decision];
}

/** The title of the decision's dialog. */
export function decisionTitle(
  decision: ReviewDecision,
  order: Pick<AdminOrderDetail, 'orderId' | 'reversedAt'>,
): string {
  return `${decisionTexts(decision, order).label}: order ${order.orderId}`;
}
