import type { Stripe } from 'stripe';
import { type PaymentProvider, PaymentRefused, PaymentUnavailable } from './payment-provider.ts';
import { createStripeClient, STRIPE_TIMEOUT_MS } from './stripe-client.ts';
import { descriptionOf } from './stripe-description.ts';
import { call, lookUp } from './stripe-errors.ts';
import { listUndelivered, parseEvent } from './stripe-events.ts';
import { textOf } from './stripe-fields.ts';
import { explainRefusal, sessionParameters } from './stripe-session.ts';
import { readSetup } from './stripe-setup.ts';
import { readSnapshot } from './stripe-snapshots.ts';
import { listForSweep } from './stripe-sweep.ts';
import { transactionReader } from './stripe-transactions.ts';

export type StripeOptions = {
  name: PaymentProvider['name'];
  secretKey: string;
  /** Empty: webhooks cannot be verified and are refused. */
  webhookSecret: string;
  /** Scheme, host and port of a Stripe-compatible server; undefined for Stripe itself. */
  apiBase?: string | undefined;
  timeoutMs?: number;
};

/** Stripe Checkout through the official SDK. Source: https://docs.stripe.com/api/checkout/sessions */
export function createStripeProvider({
  name,
  secretKey,
  webhookSecret,
  apiBase,
  timeoutMs = STRIPE_TIMEOUT_MS,
}: StripeOptions): PaymentProvider {
  const stripe = createStripeClient({ secretKey, apiBase, timeoutMs });
  return {
    name,
    isLive: /^[a-z]+_live_/.test(secretKey),
    createSession: async (request) => {
      const { id, object, url } = await call(
        stripe.checkout.sessions.create(sessionParameters(request), {
          idempotencyKey: request.idempotencyKey,
        }),
      ).catch(explainRefusal);
      // The SDK also returns responses that are not sessions, such as a 404 with an unknown body.
      if (object !== 'checkout.session' || typeof url !== 'string')
        throw new PaymentUnavailable('The provider did not return an open session.');
      return { sessionId: id, url };
    },
    getSession: (sessionId) => readSnapshot(stripe, sessionId),
    expireSession: (sessionId) => expireIfOpen(stripe, sessionId),
    refund: async ({ paymentIntentId, amountCents, idempotencyKey }) => {
      const amount = amountCents === undefined ? {} : { amount: amountCents };
      const refund = await call(
        stripe.refunds.create({ payment_intent: paymentIntentId, ...amount }, { idempotencyKey }),
      );
      if (refund.object !== 'refund') throw new PaymentUnavailable('The provider did not return a refund.');
      return { refundId: refund.id };
    },
    findSessionOfPayment: async (paymentIntentId) => {
      const { data } = await call(
        stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
      );
      return data[0]?.id;
    },
    describePayment: async (sessionId) =>
      descriptionOf(await lookUp(stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] }))),
    findReferenceOfPayment: async (paymentIntentId) => {
      const payment = await call(stripe.paymentIntents.retrieve(paymentIntentId));
      return textOf(payment.metadata?.order);
    },
    ...transactionReader(stripe, call),
    // The sandbox retries its webhooks until they are delivered.
    listUndelivered: async (after) => (name === 'stripe' ? listUndelivered(stripe, after) : { events: [] }),
    listForSweep: (subject, page) => listForSweep(stripe, subject, page),
    readSetup: () => readSetup(stripe),
    acceptsWebhooks: webhookSecret.trim() !== '',
    parseWebhook: (body, signature) => parseEvent(stripe, { body, signature, webhookSecret }),
  };
}

async function expireIfOpen(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await call(stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or has expired. The next read of the session shows which.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}
