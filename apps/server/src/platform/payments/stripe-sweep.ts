import type { Stripe } from 'stripe';
import {
  PaymentUnavailable,
  type SweepSubject,
  type SweptPage,
  type SweptPayment,
} from './payment-provider.ts';
import { call } from './stripe-errors.ts';
import { idOf, textOf } from './stripe-fields.ts';
import { outcomeOf } from './stripe-snapshots.ts';

/** Stripe's maximum. */
const PER_PAGE = 100;

type Listed = Stripe.Refund | Stripe.Dispute | Stripe.Checkout.Session;

/**
 * Sources: https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list and
 * https://docs.stripe.com/api/checkout/sessions/list
 */
export async function listForSweep(
  stripe: Stripe,
  subject: SweepSubject,
  { createdFrom, after }: { createdFrom: Date; after?: string | undefined },
): Promise<SweptPage> {
  const listed = await call(
    listOf(stripe, subject, {
      created: { gte: Math.floor(createdFrom.getTime() / 1000) },
      limit: PER_PAGE,
      // The payment names the order of a refund or dispute, and whether a delayed payment of a session has failed.
      expand: ['data.payment_intent'],
      ...(after !== undefined && { starting_after: after }),
    }),
  );
  // The SDK also returns responses that are not lists, such as a 404 with an unknown body.
  if (listed.object !== 'list') throw new PaymentUnavailable('The provider did not return a list.');
  const last = listed.data.at(-1);
  return {
    payments: listed.data.map(paymentOf),
    ...(listed.has_more && last && { next: last.id }),
  };
}

type Page = { created: { gte: number }; limit: number; expand: string[]; starting_after?: string };

function listOf(stripe: Stripe, subject: SweepSubject, page: Page): Promise<Stripe.ApiList<Listed>> {
  switch (subject) {
    case 'refunds':
      return stripe.refunds.list(page);
    case 'disputes':
      return stripe.disputes.list(page);
    case 'sessions':
      return stripe.checkout.sessions.list({ ...page, status: 'complete' });
  }
}

function paymentOf(listed: Listed): SweptPayment {
  const isSession = listed.object === 'checkout.session';
  return {
    createdAt: new Date(listed.created * 1000),
    reference: isSession ? textOf(listed.client_reference_id) : referenceOf(listed),
    sessionId: isSession ? listed.id : undefined,
    paymentIntentId: idOf(listed.payment_intent),
    isSettled: isSettled(listed),
  };
}

function referenceOf({ payment_intent: payment }: Stripe.Refund | Stripe.Dispute): string | undefined {
  return typeof payment === 'object' ? textOf(payment?.metadata.order) : undefined;
}

function isSettled(listed: Listed): boolean {
  switch (listed.object) {
    case 'refund':
      return listed.status === 'succeeded';
    case 'dispute':
      return outcomeOf(listed.status) !== 'open' && !/^warning_(needs|under)/.test(listed.status);
    case 'checkout.session': {
      const payment = typeof listed.payment_intent === 'object' ? listed.payment_intent : null;
      const hasFailed = payment?.status === 'requires_payment_method' || payment?.status === 'canceled';
      return listed.payment_status !== 'unpaid' || hasFailed;
    }
  }
}
