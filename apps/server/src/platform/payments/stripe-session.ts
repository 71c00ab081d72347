import type { Stripe } from 'stripe';
import type { SessionRequest } from './payment-provider.ts';

/** Source: https://docs.stripe.com/api/checkout/sessions/create */
export function sessionParameters(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  // The order number is only for people in the provider's dashboard; the portal uses the reference.
  const metadata = { order: request.reference, order_number: String(request.orderId) };
  return {
    mode: 'payment',
    client_reference_id: request.reference,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency,
          unit_amount: request.amountCents,
          product_data: { name: request.productName },
        },
      },
    ],
    allowed_payment_method_types: ['card'],
    // A converted currency would change the amount.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
