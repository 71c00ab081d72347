import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cardFee, createStripeBalance, DISPUTE_FEE } from './stripe-balance.ts';
import { Refusal } from './stripe-refusal.ts';
import type { Parameters } from './stripe-parameters.ts';

// Stripe's objects have hundreds of fields; tests look at some of them.
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type StripeObject = Record<string, any> & { id: string; object: string };

export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning_needs_response';

/** The state of the pretended Stripe, and what players, staff and banks do to it. Each action gives its event. */
export type StripeBooks = ReturnType<typeof createStripeBooks>;

const FIXTURES: Record<string, StripeObject> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures.json'), 'utf8'),
);

const nowSeconds = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_test_${randomBytes(12).toString('hex')}`;

/** When each dispute must be answered, in seconds. */
const DISPUTE_DUE = Date.UTC(2031, 0, 9) / 1000;

/** An object shaped like the recorded one of its kind. */
function shaped(kind: string, fields: Record<string, unknown>): StripeObject {
  const fixture = FIXTURES[kind];
  if (!fixture) throw new Error(`There is no fixture of ${kind}.`);
  return { ...structuredClone(fixture), created: nowSeconds(), ...fields };
}

/** By `created`, which tests may set back; of the same second, the last one comes first. */
function newestFirst(objects: Map<string, StripeObject>): StripeObject[] {
  return [...objects.values()].toReversed().toSorted((a, b) => b.created - a.created);
}

/** Source: https://docs.stripe.com/api/checkout/sessions/line_items */
function linesOf({ line_items: lines }: Parameters): StripeObject {
  const data = (Array.isArray(lines) ? lines : []).map(({ quantity, price_data: price }) => ({
    id: newId('li'),
    object: 'item',
    amount_total: Number(quantity) * Number(price.unit_amount),
    currency: price.currency,
    description: price.product_data?.name ?? null,
    quantity: Number(quantity),
  }));
  return { id: '', object: 'list', has_more: false, url: '/v1/checkout/sessions/line_items', data };
}

export function createStripeBooks() {
  const sessions = new Map<string, StripeObject>();
  const payments = new Map<string, StripeObject>();
  const charges = new Map<string, StripeObject>();
  const disputes = new Map<string, StripeObject>();
  const refunds = new Map<string, StripeObject>();
  const undelivered: StripeObject[] = [];
  /** What the seller has entered at https://dashboard.stripe.com/settings/public. */
  const account: { termsUrl: string | undefined } = { termsUrl: 'https://play.example/tos' };
  const balance = createStripeBalance();
  const endpoints: StripeObject[] = [];

  const getSession = (id: string): StripeObject => {
    const session = sessions.get(id);
    if (!session) throw new Refusal(404, `No such checkout.session: ${id}`, 'resource_missing');
    return session;
  };
  const paymentOf = (session: StripeObject): StripeObject => {
    const payment = payments.get(session.payment_intent);
    if (!payment) throw new Error(`Nobody has paid the session ${session.id}.`);
    return payment;
  };
  const chargeOf = (session: StripeObject): StripeObject => {
    const charge = charges.get(paymentOf(session).latest_charge);
    if (!charge) throw new Error(`Nobody has paid the session ${session.id}.`);
    return charge;
  };
  const presentPayment = (id: string, withCharge: boolean): StripeObject => {
    const payment = payments.get(id);
    if (!payment) throw new Refusal(404, `No such payment_intent: '${id}'`, 'resource_missing');
    return withCharge ? { ...payment, latest_charge: charges.get(payment.latest_charge) ?? null } : payment;
  };
  const eventOf = (type: string, object: StripeObject): StripeObject => {
    const event = shaped('event', {
      id: newId('evt'),
      type,
      api_version: '2026-10-28.endive',
      livemode: object.livemode ?? false,
      data: { object: structuredClone(object) },
    });
    undelivered.unshift(event);
    return event;
  };
  const complete = (id: string, { isPaid }: { isPaid: boolean }): StripeObject => {
    const session = getSession(id);
    const charge = isPaid ? addCharge(session) : undefined;
    const payment = shaped('payment_intent', {
      id: newId('pi'),
      amount: session.amount_total,
      amount_received: isPaid ? session.amount_total : 0,
      currency: session.currency,
      livemode: session.livemode,
      metadata: session.payment_metadata,
      status: isPaid ? 'succeeded' : 'processing',
      latest_charge: charge?.id ?? null,
    });
    payments.set(payment.id, payment);
    if (charge) charge.payment_intent = payment.id;
    const paymentStatus = isPaid ? 'paid' : 'unpaid';
    Object.assign(session, { status: 'complete', payment_status: paymentStatus, url: null });
    // The page's button does nothing before the box is ticked.
    if (session.consent_collection?.terms_of_service === 'required')
      session.consent = { promotions: null, terms_of_service: 'accepted' };
    session.payment_intent = payment.id;
    return session;
  };
  const addCharge = (session: StripeObject): StripeObject => {
    const charge = shaped('charge', {
      id: newId('ch'),
      amount: session.amount_total,
      amount_captured: session.amount_total,
      captured: true,
      currency: session.currency,
      livemode: session.livemode,
      metadata: session.payment_metadata,
      payment_intent: session.payment_intent,
    });
    charges.set(charge.id, charge);
    balance.add({ type: 'charge', source: charge, amount: charge.amount, fee: cardFee(charge.amount) });
    return charge;
  };

  let aheadMs = 0;

  return {
    account,
    balance,
    getSession,
    presentPayment,
    /** The provider's own time, in milliseconds. */
    now: (): number => Date.now() + aheadMs,
    /** Lets the provider's clock go before everybody else's. */
    setClockAhead: (seconds: number): void => {
      aheadMs = seconds * 1000;
    },
    /** Set by tests: whether a page begins with the last row of the one before. */
    listing: { repeatsBorders: false },
    webhookEndpoints: endpoints,
    getWebhookEndpoint: (id: string): StripeObject => {
      const endpoint = endpoints.find((one) => one.id === id);
      if (!endpoint) throw new Refusal(404, `No such webhook endpoint: '${id}'`, 'resource_missing');
      return endpoint;
    },
    /** Adds an endpoint as an operator does in the dashboard. */
    addWebhookEndpoint: (fields: {
      url: string;
      enabled_events: string[];
      status?: string;
    }): StripeObject => {
      const made = {
        id: newId('we'),
        object: 'webhook_endpoint',
        created: nowSeconds(),
        status: 'enabled',
        ...fields,
      };
      endpoints.push(made);
      return made;
    },
    payments: (): StripeObject[] => [...payments.values()].toReversed(),
    charges: (): StripeObject[] => [...charges.values()].toReversed(),
    refundsNewestFirst: (): StripeObject[] => newestFirst(refunds),
    disputesNewestFirst: (): StripeObject[] => newestFirst(disputes),
    /** Events that nobody has acknowledged, newest first. */
    undelivered: (): StripeObject[] => undelivered,
    acknowledge: (eventId: string): void => {
      const index = undelivered.findIndex(({ id }) => id === eventId);
      if (index !== -1) undelivered.splice(index, 1);
    },
    /** The session as the API shows it. */
    presentSession: (id: string, expand: unknown[]): StripeObject => {
      const { payment_metadata: _, sold_lines: lines, ...session } = getSession(id);
      const isExpanded = expand.some((name) => String(name).startsWith('payment_intent'));
      const withCharge = expand.includes('payment_intent.latest_charge');
      const payment =
        isExpanded && session.payment_intent
          ? presentPayment(session.payment_intent, withCharge)
          : session.payment_intent;
      const lineItems = expand.includes('line_items') && { line_items: lines };
      return { ...session, payment_intent: payment, ...lineItems } as StripeObject;
    },
    sessions: (): StripeObject[] => [...sessions.values()],
    sessionsNewestFirst: (): StripeObject[] => newestFirst(sessions),
    findSessionOfPayment: (paymentId: string) =>
      [...sessions.values()].find(({ payment_intent: payment }) => payment === paymentId),
    refundedCents: (sessionId: string): number => chargeOf(getSession(sessionId)).amount_refunded,
    disputesOf: (paymentId: string): StripeObject[] =>
      [...disputes.values()].filter(({ payment_intent: payment }) => payment === paymentId),

    openSession: (opened: { amount: number; currency: string; parameters: Parameters }): StripeObject => {
      const { parameters } = opened;
      const id = newId('cs');
      const payment = parameters.payment_intent_data as { metadata?: object } | undefined;
      const session = shaped('checkout.session', {
        id,
        amount_subtotal: opened.amount,
        amount_total: opened.amount,
        currency: opened.currency,
        cancel_url: parameters.cancel_url ?? null,
        success_url: parameters.success_url,
        client_reference_id: parameters.client_reference_id ?? null,
        expires_at: parameters.expires_at ?? nowSeconds() + 86_400,
        metadata: parameters.metadata ?? {},
        payment_intent: null,
        payment_metadata: payment?.metadata ?? {},
        submit_type: parameters.submit_type ?? null,
        customer_email: parameters.customer_email ?? null,
        consent: null,
        consent_collection: parameters.consent_collection ?? null,
        custom_text: parameters.custom_text ?? null,
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        sold_lines: linesOf(parameters),
        url: `https://checkout.stripe.test/c/pay/${id}`,
      });
      sessions.set(id, session);
      const { payment_metadata: _, sold_lines: __, ...shown } = session;
      return shown as StripeObject;
    },

    /** The player pays; also one whose session has expired, which is a late payment. */
    pay: (id: string) => eventOf('checkout.session.completed', complete(id, { isPaid: true })),
    /** The player promises a payment that is on its way. */
    payLater: (id: string) => eventOf('checkout.session.completed', complete(id, { isPaid: false })),
    succeedLater: (id: string): StripeObject => {
      const session = getSession(id);
      const charge = addCharge(session);
      Object.assign(paymentOf(session), { status: 'succeeded', latest_charge: charge.id });
      session.payment_status = 'paid';
      return eventOf('checkout.session.async_payment_succeeded', session);
    },
    failLater: (id: string): StripeObject => {
      const session = getSession(id);
      paymentOf(session).status = 'requires_payment_method';
      return eventOf('checkout.session.async_payment_failed', session);
    },
    expire: (id: string): StripeObject => {
      const session = Object.assign(getSession(id), { status: 'expired', url: null });
      return eventOf('checkout.session.expired', session);
    },
    refund: (id: string, amount?: number): { refund: StripeObject; event: StripeObject } => {
      const charge = chargeOf(getSession(id));
      const cents = amount ?? charge.amount - charge.amount_refunded;
      charge.amount_refunded += cents;
      charge.refunded = charge.amount_refunded === charge.amount;
      const { id: chargeId, payment_intent: payment, currency } = charge;
      const fields = { id: newId('re'), amount: cents, charge: chargeId, currency, payment_intent: payment };
      const refund = shaped('refund', fields);
      refunds.set(refund.id, refund);
      balance.add({ type: 'refund', source: refund, amount: -cents, fee: 0 });
      return { refund, event: eventOf('charge.refunded', charge) };
    },
    /**
     * The bank sends a refund back, or staff cancel it in the dashboard: the money is the merchant's again. The refund's own
     * transaction stays; another one reverses it. Source: https://docs.stripe.com/api/refunds/object#refund_object-failure_balance_transaction
     */
    undoRefund: (refundId: string, status: 'failed' | 'canceled'): StripeObject => {
      const refund = refunds.get(refundId);
      const charge = charges.get(refund?.charge);
      if (!refund || !charge) throw new Error(`There is no refund ${refundId}.`);
      refund.status = status;
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      const returned = { type: 'refund_failure', source: refund, amount: refund.amount, fee: 0 };
      refund.failure_balance_transaction = balance.add(returned).id;
      return eventOf(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    dispute: (id: string, status: DisputeStatus): StripeObject => {
      const charge = chargeOf(getSession(id));
      const { id: chargeId, payment_intent: payment, currency, amount, livemode } = charge;
      const known = [...disputes.values()].find((dispute) => dispute.charge === chargeId);
      const evidence = { evidence_details: { due_by: DISPUTE_DUE } };
      const fields = { charge: chargeId, payment_intent: payment, currency, amount, livemode, ...evidence };
      const dispute = known ?? shaped('dispute', { id: newId('dp'), ...fields });
      dispute.status = status;
      disputes.set(dispute.id, dispute);
      charge.disputed = !status.startsWith('warning');
      const isClosed = ['won', 'lost'].includes(status);
      if (!known && charge.disputed)
        balance.add({ type: 'adjustment', source: dispute, amount: -amount, fee: DISPUTE_FEE });
      // Stripe returns the amount and keeps its fee.
      if (known && status === 'won') balance.add({ type: 'adjustment', source: dispute, amount, fee: 0 });
      return eventOf(
        known ? `charge.dispute.${isClosed ? 'closed' : 'updated'}` : 'charge.dispute.created',
        dispute,
      );
    },
    /** Makes the session something else than what was ordered. */
    tamper: (id: string, fields: Record<string, unknown>): void => void Object.assign(getSession(id), fields),
  };
}
