import { Stripe } from 'stripe';
import {
  BadSignature,
  type PaymentEvent,
  type PaymentSnapshot,
  PaymentKeySpent,
  type PaymentProvider,
  PaymentRefused,
  PaymentUnavailable,
} from './payment-provider.ts';
import { sessionParameters } from './stripe-session.ts';

const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Stripe's maximum. */
const EVENTS_PER_PAGE = 100;
/** Source: https://docs.stripe.com/api/events/types */
const EVENT_KINDS = [
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
];
const SESSION_STATUSES = ['open', 'complete', 'expired'] as const;
const PAYMENT_STATUSES = ['paid', 'unpaid', 'no_payment_required'] as const;

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
  timeoutMs = TIMEOUT_MS,
}: StripeOptions): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    // Its timeout covers the whole response; that of Node's HTTP client restarts with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    ...(apiBase !== undefined && baseOf(apiBase)),
  });
  return {
    name,
    isLive: /^[a-z]+_live_/.test(secretKey),
    createSession: async (request) => {
      const { id, object, url } = await call(
        stripe.checkout.sessions.create(sessionParameters(request), {
          idempotencyKey: request.idempotencyKey,
        }),
      );
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
    findReferenceOfPayment: async (paymentIntentId) => {
      const payment = await call(stripe.paymentIntents.retrieve(paymentIntentId));
      return textOf(payment.metadata?.order);
    },
    // The sandbox retries its webhooks until they are delivered.
    listUndelivered: async (after) => (name === 'stripe' ? listUndelivered(stripe, after) : { events: [] }),
    acceptsWebhooks: webhookSecret.trim() !== '',
    parseWebhook: (body, signature) => parseEvent(stripe, { body, signature, webhookSecret }),
  };
}

function baseOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' };
}

async function readSnapshot(stripe: Stripe, sessionId: string): Promise<PaymentSnapshot> {
  const session = await lookUp(
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
  );
  if (session.object !== 'checkout.session' || session.id !== sessionId)
    throw new PaymentUnavailable('The provider did not return the session.');
  const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;
  return {
    sessionId,
    reference: textOf(session.client_reference_id),
    status: knownStatus(SESSION_STATUSES, session.status),
    paymentStatus: knownStatus(PAYMENT_STATUSES, session.payment_status),
    amountCents: session.amount_total,
    currency: session.currency,
    mode: session.mode,
    isLive: session.livemode,
    paymentIntentId: payment?.id,
    refundedCents: charge?.amount_refunded ?? 0,
    dispute: payment && charge?.disputed ? await readDispute(stripe, payment.id) : 'none',
    asyncFailed: payment?.status === 'requires_payment_method' || payment?.status === 'canceled',
  };
}

/** An unknown status must not settle an order. @throws PaymentUnavailable */
function knownStatus<Known extends string>(known: readonly Known[], status: string | null): Known {
  const found = known.find((name) => name === status);
  if (found === undefined) throw new PaymentUnavailable(`The provider answered the status ${status}.`);
  return found;
}

async function readDispute(stripe: Stripe, paymentIntentId: string): Promise<PaymentSnapshot['dispute']> {
  const { data } = await call(stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }));
  const outcomes = data.map(({ status }) => outcomeOf(status));
  for (const outcome of ['lost', 'open', 'won'] as const) if (outcomes.includes(outcome)) return outcome;
  return 'none';
}

function outcomeOf(status: Stripe.Dispute.Status): PaymentSnapshot['dispute'] {
  switch (status) {
    case 'lost':
    // The cardholder was refunded before a dispute was opened.
    case 'prevented':
      return 'lost';
    case 'won':
      return 'won';
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'open';
    // Inquiries: no money has moved.
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return 'none';
    default:
      return 'open';
  }
}

async function expireIfOpen(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await call(stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    // It was paid or has expired. The next read of the session shows which.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

function parseEvent(
  stripe: Stripe,
  { body, signature, webhookSecret }: { body: Buffer; signature: string | undefined; webhookSecret: string },
): PaymentEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, SIGNATURE_TOLERANCE_SECONDS);
  } catch (error) {
    throw new BadSignature('The webhook is not signed by the provider.', error);
  }
  return eventOf(event);
}

async function listUndelivered(
  stripe: Stripe,
  after: string | undefined,
): Promise<{ events: PaymentEvent[]; next?: string }> {
  const { data, has_more: hasMore } = await call(
    stripe.events.list({
      delivery_success: false,
      limit: EVENTS_PER_PAGE,
      types: EVENT_KINDS,
      ...(after !== undefined && { starting_after: after }),
    }),
  );
  const last = data.at(-1);
  return { events: data.map(eventOf), ...(hasMore && last && { next: last.id }) };
}

function eventOf(event: Stripe.Event): PaymentEvent {
  // The shape depends on the kind of event. Only these properties are read, and each is checked.
  const subject = event.data.object as unknown as Record<string, unknown>;
  const isSession = subject.object === 'checkout.session';
  const isPayment = subject.object === 'payment_intent';
  const metadata = subject.metadata as Record<string, unknown> | null | undefined;
  return {
    eventId: event.id,
    kind: event.type,
    isLive: event.livemode,
    reference: textOf(isSession ? subject.client_reference_id : metadata?.order),
    sessionId: isSession ? idOf(subject.id) : undefined,
    paymentIntentId: idOf(isPayment ? subject.id : subject.payment_intent),
    payload: event,
  };
}

/** Related objects are ids, or whole objects if they are expanded. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'id' in value) return idOf(value.id);
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function call<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asPaymentError(error);
  }
}

/** Only a 404 means that the session does not exist. Other refusals concern the request. */
async function lookUp<T>(answer: Promise<T>): Promise<T> {
  try {
    return await call(answer);
  } catch (error) {
    const isMissing = error instanceof PaymentRefused && statusOf(error.cause) === 404;
    if (isMissing || !(error instanceof PaymentRefused)) throw error;
    throw new PaymentUnavailable(error.message, error.cause);
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
}

function asPaymentError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode, message } = error;
  // 409: another request with this key is still running. No status: no response.
  // 401 and 403 concern the API key; the request itself may be valid.
  if (statusCode === undefined || [401, 403, 409, 429].includes(statusCode))
    return new PaymentUnavailable(message, error);
  // The provider returns stored failures again, and refuses a key that was used with other parameters.
  if (statusCode >= 500 || error instanceof Stripe.errors.StripeIdempotencyError)
    return new PaymentKeySpent(message, error);
  return new PaymentRefused(message, error);
}
