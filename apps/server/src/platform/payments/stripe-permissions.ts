/**
 * What a restricted key needs. docs/OPERATIONS.md lists it. 'Write' includes 'Read'. Names as in Stripe's dashboard.
 * Source: https://docs.stripe.com/stripe-apps/reference/permissions
 */
export const STRIPE_PERMISSIONS = [
  {
    name: 'checkout_session_write',
    title: 'Checkout Sessions',
    access: 'Write',
    use: 'open, read and end checkouts; without it nothing is sold',
  },
  {
    name: 'payment_intent_read',
    title: 'PaymentIntents',
    access: 'Read',
    use: 'read the payment of a checkout; without it no order is settled',
  },
  {
    name: 'charge_write',
    title: 'Charges and Refunds',
    access: 'Write',
    use: 'read what was refunded, and refund',
  },
  { name: 'dispute_read', title: 'Disputes', access: 'Read', use: 'follow disputes' },
  { name: 'event_read', title: 'Events', access: 'Read', use: 'fetch events that were not delivered' },
  {
    name: 'balance_transaction_source_read',
    title: 'Balance Transaction Source',
    access: 'Read',
    use: 'read fees and refunds for the revenue export',
  },
  { name: 'payout_read', title: 'Payouts', access: 'Read', use: 'name the payout in the revenue export' },
  {
    name: 'webhook_read',
    title: 'Webhook Endpoints',
    access: 'Read',
    use: 'check the configuration of the endpoint',
  },
] as const;
