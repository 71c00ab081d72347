import type { Stripe } from 'stripe';
import type { PaymentDescription } from './payment-provider.ts';

/**
 * Who paid, and for what. `line_items` must be expanded.
 *
 * Source: https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-customer_details
 */
export function descriptionOf({
  customer_details: payer,
  customer_email: givenEmail,
  line_items: lines,
  created,
}: Stripe.Checkout.Session): PaymentDescription {
  return {
    payerName: payer?.name ?? null,
    payerEmail: payer?.email ?? givenEmail ?? null,
    productName: lines?.data[0]?.description ?? null,
    startedAt: new Date(created * 1000),
  };
}
