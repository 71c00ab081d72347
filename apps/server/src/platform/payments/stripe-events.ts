import type { Stripe } from 'stripe';
import { EVENT_KINDS } from './event-kinds.ts';
import { BadSignature, type PaymentEvent } from './payment-provider.ts';
import { call } from './stripe-errors.ts';
import { idOf, textOf } from './stripe-fields.ts';

const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Stripe's maximum. */
const EVENTS_PER_PAGE = 100;

/** @throws BadSignature */
export function parseEvent(
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

/** One page, newest first. @throws PaymentUnavailable */
export async function listUndelivered(
  stripe: Stripe,
  after: string | undefined,
): Promise<{ events: PaymentEvent[]; next?: string }> {
  const { data, has_more: hasMore } = await call(
    stripe.events.list({
      delivery_success: false,
      limit: EVENTS_PER_PAGE,
      types: [...EVENT_KINDS],
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
