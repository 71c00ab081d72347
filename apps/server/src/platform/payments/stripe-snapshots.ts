import type { Stripe } from 'stripe';
import { type PaymentSnapshot, PaymentUnavailable } from './payment-provider.ts';
import { call, lookUp } from './stripe-errors.ts';
import { textOf } from './stripe-fields.ts';
import { checkoutResult } from './stripe-session.ts';

const SESSION_STATUSES = ['open', 'complete', 'expired'] as const;
const PAYMENT_STATUSES = ['paid', 'unpaid', 'no_payment_required'] as const;

/** @throws PaymentRefused when there is no such session, PaymentUnavailable */
export async function readSnapshot(stripe: Stripe, sessionId: string): Promise<PaymentSnapshot> {
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
    ...(payment && charge?.disputed ? await readDispute(stripe, payment.id) : { dispute: 'none' }),
    asyncFailed: payment?.status === 'requires_payment_method' || payment?.status === 'canceled',
    ...checkoutResult(session, payment),
  };
}

/** An unknown status must not settle an order. @throws PaymentUnavailable */
function knownStatus<Known extends string>(known: readonly Known[], status: string | null): Known {
  const found = known.find((name) => name === status);
  if (found === undefined) throw new PaymentUnavailable(`The provider answered the status ${status}.`);
  return found;
}

async function readDispute(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<Pick<PaymentSnapshot, 'dispute' | 'disputeCase'>> {
  const { data } = await call(stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }));
  for (const outcome of ['lost', 'open', 'won'] as const) {
    const found = data.find(({ status }) => outcomeOf(status) === outcome);
    if (found) return { dispute: outcome, disputeCase: { disputeId: found.id, dueAt: dueAtOf(found) } };
  }
  return { dispute: 'none' };
}

function dueAtOf({ evidence_details: evidence }: Stripe.Dispute): Date | null {
  const seconds = evidence?.due_by;
  return typeof seconds === 'number' && seconds > 0 ? new Date(seconds * 1000) : null;
}

/** What a dispute means for its payment. Source: https://docs.stripe.com/api/disputes/object */
export function outcomeOf(status: Stripe.Dispute.Status): PaymentSnapshot['dispute'] {
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
