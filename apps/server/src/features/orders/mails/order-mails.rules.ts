import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { OrderRow } from '#features/orders/orders.tables.ts';

/** What a player is mailed about an order. */
export type MailEvent = 'paid' | 'failed' | 'refunded' | 'charged_back' | 'review';

/** A wrong key of the provider sends every open order to review, whether or not anybody paid. */
const SILENT_REVIEWS = ['session_missing'];

/** The mail that a move causes. A dispute that is won, for example, is no second payment. */
export function mailOfMove(
  { state, fulfilledAt }: Pick<OrderRow, 'state' | 'fulfilledAt'>,
  { to, reason }: { to: OrderState; reason: string },
): MailEvent | undefined {
  if (to === 'paid') return fulfilledAt === null ? 'paid' : undefined;
  // Otherwise the player saw the failure on the checkout's page.
  if (to === 'failed') return state === 'processing' ? 'failed' : undefined;
  if (to === 'partially_refunded' || to === 'refunded') return 'refunded';
  if (to === 'review') return SILENT_REVIEWS.includes(reason) ? undefined : 'review';
  return to === 'charged_back' ? 'charged_back' : undefined;
}
