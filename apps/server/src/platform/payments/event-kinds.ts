/**
 * The kinds of Stripe's events that the portal handles. docs/OPERATIONS.md lists them, and the portal's check of the
 * webhook endpoint expects them. Source: https://docs.stripe.com/api/events/types
 */
export const EVENT_KINDS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
] as const;
