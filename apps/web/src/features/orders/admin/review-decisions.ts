import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';

/** What staff can make of a review: when it is right, and what follows. */
export const DECISIONS: Record<
  ReviewDecision,
  { label: string; when: string; consequences: string[]; success: string }
> = {
  deliver: {
    label: 'Take it for paid',
    when: 'When the money is here, whatever was odd about it.',
    consequences: [
      'The order counts as paid, and the player gets what was bought at once.',
      'If the provider says otherwise later, such as a dispute, the order follows that.',
    ],
    success: 'The order is delivered.',
  },
  refund: {
    label: 'Give the money back',
    when: 'When money is here that should not be.',
    consequences: [
      'All the money that came for this order is given back, by whichever checkout it came.',
      'What the player got of it is taken back. This cannot be undone.',
    ],
    success: 'The money was given back.',
  },
  cancel: {
    label: 'End it without money',
    when: 'When nobody has paid, and nobody will.',
    consequences: [
      'The checkout is closed, the order ends, and nothing is delivered.',
      'If money is here or on its way after all, this is refused.',
    ],
    success: 'The order was cancelled.',
  },
};
