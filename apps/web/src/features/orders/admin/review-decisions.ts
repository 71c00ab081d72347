import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';

/** How staff can close a review: when to choose it, and what it does. */
export const DECISIONS: Record<
  ReviewDecision,
  { label: string; when: string; consequences: string[]; success: string }
> = {
  deliver: {
    label: 'Mark as paid',
    when: 'When the payment has arrived, despite the mismatch.',
    consequences: [
      'The order counts as paid, and its items are delivered immediately.',
      'If the provider later reports otherwise, such as a dispute, the order follows.',
    ],
    success: 'Order marked as paid.',
  },
  refund: {
    label: 'Refund the payments',
    when: "When a payment arrived that shouldn't have.",
    consequences: [
      'Every payment for this order is refunded, whichever checkout it came from.',
      "Items the player received are revoked. This can't be undone.",
    ],
    success: 'Payments refunded.',
  },
  cancel: {
    label: 'Cancel the order',
    when: 'When nobody has paid and nobody will.',
    consequences: [
      'The checkout is closed, the order is cancelled, and nothing is delivered.',
      'If a payment has arrived or is on its way, this is refused.',
    ],
    success: 'Order cancelled.',
  },
};
