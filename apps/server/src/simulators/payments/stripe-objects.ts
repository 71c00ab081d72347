import type { EventKind } from './sandbox-rules.ts';
import type { SandboxRefundRow, SandboxSessionRow } from './sandbox.tables.ts';

/** An object of Stripe's API with all its fields, because clients check whether fields exist. */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

const API_VERSION = '2026-10-28.endive';
const CARD = {
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  country: 'US',
  funding: 'credit',
};

/** Source: https://docs.stripe.com/api/checkout/sessions/object */
export function presentSession(
  session: SandboxSessionRow,
  { expands = [] }: { expands?: string[] } = {},
): StripeObject {
  const withCharge = expands.includes('payment_intent.latest_charge');
  const isExpanded = withCharge || expands.includes('payment_intent');
  const payment = isExpanded ? presentPaymentIntent(session, { withCharge }) : session.paymentIntentId;
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    amount_subtotal: session.amountCents,
    amount_total: session.amountCents,
    automatic_tax: { enabled: false, liability: null, status: null, provider: null },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    ...presentConsent(session),
    created: inSeconds(session.createdAt),
    currency: session.currency,
    custom_fields: [],
    customer_email: session.customerEmail,
    submit_type: session.submitType,
    customer_creation: 'if_required',
    expires_at: inSeconds(session.expiresAt),
    invoice_creation: { enabled: false, invoice_data: {} },
    livemode: false,
    managed_payments: { enabled: false },
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: payment,
    payment_method_collection: 'if_required',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: session.paymentStatus,
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? session.url : null,
    wallet_options: {},
    ...(expands.includes('line_items') && { line_items: presentLines(session) }),
    ...nothing(
      'after_expiration allow_promotion_codes billing_address_collection client_secret collected_information',
      'currency_conversion customer customer_account customer_details',
      'discounts integration_identifier invoice locale origin_context payment_link',
      'payment_method_configuration_details permissions recovered_from saved_payment_method_options setup_intent',
      'shipping_address_collection shipping_cost subscription',
    ),
  };
}

/** Source: https://docs.stripe.com/api/checkout/sessions/line_items */
function presentLines({ id, productName, amountCents, currency }: SandboxSessionRow) {
  const line = {
    id: `li_${id}`,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amountCents,
    amount_tax: 0,
    amount_total: amountCents,
    currency,
    description: productName,
    price: null,
    quantity: 1,
  };
  return presentList(`/v1/checkout/sessions/${id}/line_items`, [line]);
}

/**
 * Null before anybody tried to pay.
 *
 * Source: https://docs.stripe.com/api/payment_intents/object
 */
export function presentPaymentIntent(
  session: SandboxSessionRow,
  { withCharge }: { withCharge: boolean },
): StripeObject | null {
  const { paymentIntentId: id, paymentIntentStatus: status, chargeId } = session;
  if (id === null) return null;
  return {
    id,
    object: 'payment_intent',
    amount: session.amountCents,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: status === 'succeeded' ? session.amountCents : 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: inSeconds(session.completedAt ?? session.createdAt),
    statement_descriptor_suffix: session.statementSuffix,
    currency: session.currency,
    last_payment_error:
      status === 'requires_payment_method'
        ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
        : null,
    latest_charge: withCharge ? presentCharge(session) : chargeId,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: session.paymentMetadata,
    payment_method_options: {},
    payment_method_types: ['card'],
    status,
    ...nothing(
      'application application_fee_amount automatic_payment_methods canceled_at cancellation_reason customer',
      'customer_account description excluded_payment_method_types next_action on_behalf_of payment_method',
      'payment_method_configuration_details processing receipt_email review setup_future_usage shipping source',
      'statement_descriptor transfer_data transfer_group',
    ),
  };
}

function presentConsent({ termsMessage, termsAccepted }: SandboxSessionRow) {
  const isCollected = termsMessage !== null;
  return {
    consent: isCollected ? { promotions: null, terms_of_service: termsAccepted ? 'accepted' : null } : null,
    consent_collection: isCollected
      ? { payment_method_reuse_agreement: null, promotions: 'none', terms_of_service: 'required' }
      : null,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: isCollected ? { message: termsMessage } : null,
    },
  };
}

/** Source: https://docs.stripe.com/api/charges/object */
export function presentCharge(session: SandboxSessionRow): StripeObject | null {
  const { chargeId: id, amountCents, refundedCents, currency } = session;
  if (id === null) return null;
  return {
    id,
    object: 'charge',
    amount: amountCents,
    amount_captured: amountCents,
    amount_refunded: refundedCents,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: true,
    created: inSeconds(session.createdAt),
    currency,
    disputed: session.disputeId !== null,
    fraud_details: {},
    livemode: false,
    metadata: session.paymentMetadata,
    outcome: {
      network_status: 'approved_by_network',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: session.paymentIntentId,
    payment_method_details: { card: CARD, type: 'card' },
    refunded: refundedCents === amountCents,
    status: 'succeeded',
    ...nothing(
      'application application_fee application_fee_amount balance_transaction calculated_statement_descriptor',
      'customer description failure_balance_transaction failure_code failure_message on_behalf_of payment_method',
      'receipt_email receipt_number receipt_url refunds review shipping source source_transfer',
      'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
  };
}

/** Source: https://docs.stripe.com/api/refunds/object */
export function presentRefund(session: SandboxSessionRow, refund: SandboxRefundRow): StripeObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountCents,
    charge: session.chargeId,
    created: inSeconds(refund.createdAt),
    currency: session.currency,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: {},
    payment_intent: session.paymentIntentId,
    status: 'succeeded',
    ...nothing(
      'balance_transaction customer customer_account payment_method reason receipt_number',
      'source_transfer_reversal transfer_reversal',
    ),
  };
}

/** Banks give one to three weeks. */
const EVIDENCE_DAYS = 9;

/** Source: https://docs.stripe.com/api/disputes/object */
export function presentDispute(session: SandboxSessionRow): StripeObject | null {
  const { disputeId: id, amountCents, currency, disputeStatus } = session;
  if (id === null) return null;
  return {
    id,
    object: 'dispute',
    amount: amountCents,
    balance_transactions: [],
    charge: session.chargeId,
    created: inSeconds(session.createdAt),
    currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: inSeconds(session.createdAt) + EVIDENCE_DAYS * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: session.paymentIntentId,
    payment_method_details: { card: { brand: 'visa', case_type: 'chargeback' }, type: 'card' },
    reason: 'general',
    status: disputeStatus,
  };
}

/** Source: https://docs.stripe.com/api/events/object */
export function presentEvent(
  session: SandboxSessionRow,
  { id, kind, at }: { id: string; kind: EventKind; at: Date },
): StripeObject {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: inSeconds(at),
    data: { object: subjectOf(session, kind) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: kind,
  };
}

export function presentList(url: string, data: (StripeObject | null)[]) {
  return { object: 'list', data: data.filter((one) => one !== null), has_more: false, url };
}

function subjectOf(session: SandboxSessionRow, kind: EventKind): StripeObject | null {
  if (kind.startsWith('charge.dispute.')) return presentDispute(session);
  return kind.startsWith('charge.') ? presentCharge(session) : presentSession(session);
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** Fields that are always null in the sandbox. */
function nothing(...names: string[]): Record<string, null> {
  return Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, null]));
}
