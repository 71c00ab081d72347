import { Stripe } from 'stripe';
import {
  type CheckoutOptions,
  CheckoutOptionRefused,
  PaymentRefused,
  type PaymentSnapshot,
  type SessionRequest,
} from './payment-provider.ts';

/**
 * Without a list of payment methods, the buyer chooses from those that the account's dashboard allows for the currency.
 *
 * @see https://docs.stripe.com/api/checkout/sessions/create
 */
export function sessionParameters(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  // The order number is only for people in the provider's dashboard; the portal uses the reference.
  const metadata = { order: request.reference, order_number: String(request.orderId) };
  const { options } = request;
  return {
    mode: 'payment',
    client_reference_id: request.reference,
    metadata,
    payment_intent_data: {
      metadata,
      ...(options?.statementSuffix !== undefined && { statement_descriptor_suffix: options.statementSuffix }),
    },
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
    ...(options ? optionParameters(options) : { allowed_payment_method_types: ['card'] }),
    // A converted currency would change the amount.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}

function optionParameters({ submitType, customerEmail, termsMessage }: CheckoutOptions) {
  return {
    submit_type: submitType,
    ...(customerEmail !== undefined && { customer_email: customerEmail }),
    ...(termsMessage !== undefined && {
      consent_collection: { terms_of_service: 'required' as const },
      custom_text: { terms_of_service_acceptance: { message: termsMessage } },
    }),
  };
}

/**
 * Names the option because of which a checkout was refused, if it was one.
 *
 * @throws always: the error, or CheckoutOptionRefused
 */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof PaymentRefused) || !(error.cause instanceof Stripe.errors.StripeError)) throw error;
  const { param = '', message } = error.cause;
  // Stripe gives this refusal neither a code nor a parameter.
  if (/consent to your terms of service unless/i.test(message))
    throw new CheckoutOptionRefused('terms_url', error);
  if (param === 'customer_email') throw new CheckoutOptionRefused('customerEmail', error);
  if (param.includes('statement_descriptor_suffix'))
    throw new CheckoutOptionRefused('statementSuffix', error);
  throw error;
}

/**
 * What the buyer accepted and which tax the price contains, once the session is complete. Stripe names no time of the
 * consent: the payment is created when the buyer presses the button below it.
 */
export function checkoutResult(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
): Pick<PaymentSnapshot, 'termsAcceptedAt' | 'taxCents'> {
  if (session.status !== 'complete') return {};
  const isAccepted = session.consent?.terms_of_service === 'accepted';
  const taxCents = session.total_details?.amount_tax ?? 0;
  return {
    ...(isAccepted && payment && { termsAcceptedAt: new Date(payment.created * 1000) }),
    ...(taxCents > 0 && { taxCents }),
  };
}
