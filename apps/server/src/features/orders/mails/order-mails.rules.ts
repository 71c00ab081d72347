import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { OrderRow } from '#features/orders/orders.tables.ts';

/** What a player is mailed about an order. */
export const MAIL_EVENTS = ['paid', 'failed', 'refunded', 'charged_back', 'review'] as const;
export type MailEvent = (typeof MAIL_EVENTS)[number];

/** A wrong key of the provider sends every open order to review, whether or not anybody paid. */
const SILENT_REVIEWS = ['session_missing'];

/** The mail that a move causes. A dispute that is won, for example, is no second payment. */
export function mailOfMove(
  { state, fulfilledAt }: Pick<OrderRow, 'state' | 'fulfilledAt'>,
  { to, reason }: { to: OrderState; reason: string },
): MailEvent | undefined {
  switch (to) {
    case 'paid':
      return fulfilledAt === null ? 'paid' : undefined;
    case 'failed':
      // Otherwise the player saw the failure on the checkout's page.
      return state === 'processing' ? 'failed' : undefined;
    case 'partially_refunded':
    case 'refunded':
      return 'refunded';
    case 'charged_back':
      return 'charged_back';
    case 'review':
      return SILENT_REVIEWS.includes(reason) ? undefined : 'review';
    default:
      return undefined;
  }
}
