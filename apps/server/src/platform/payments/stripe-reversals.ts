import type { Stripe } from 'stripe';
import { PaymentUnavailable, type ReversalPage, type ReversalSubject } from './payment-provider.ts';
import { call } from './stripe-errors.ts';
import { idOf, textOf } from './stripe-fields.ts';
import { outcomeOf } from './stripe-snapshots.ts';

/** Stripe's maximum. */
const PER_PAGE = 100;

/** Sources: https://docs.stripe.com/api/refunds/list and https://docs.stripe.com/api/disputes/list */
export async function listReversals(
  stripe: Stripe,
  subject: ReversalSubject,
  { createdFrom, after }: { createdFrom: Date; after?: string | undefined },
): Promise<ReversalPage> {
  const page = {
    created: { gte: Math.floor(createdFrom.getTime() / 1000) },
    limit: PER_PAGE,
    // The payment names the order; a refund doesn't.
    expand: ['data.payment_intent'],
    ...(after !== undefined && { starting_after: after }),
  };
  const listed = await call<Stripe.ApiList<Stripe.Refund | Stripe.Dispute>>(
    subject === 'refunds' ? stripe.refunds.list(page) : stripe.disputes.list(page),
  );
  // The SDK also returns responses that are not lists, such as a 404 with an unknown body.
  if (listed.object !== 'list') throw new PaymentUnavailable('The provider did not return a list.');
  const last = listed.data.at(-1);
  return {
    reversals: listed.data.map((reversal) => ({
      createdAt: new Date(reversal.created * 1000),
      reference: referenceOf(reversal),
      paymentIntentId: idOf(reversal.payment_intent),
      isSettled: isSettled(reversal),
    })),
    ...(listed.has_more && last && { next: last.id }),
  };
}

function referenceOf({ payment_intent: payment }: Stripe.Refund | Stripe.Dispute): string | undefined {
  return typeof payment === 'object' ? textOf(payment?.metadata.order) : undefined;
}

function isSettled(reversal: Stripe.Refund | Stripe.Dispute): boolean {
  if (reversal.object === 'refund') return reversal.status === 'succeeded';
  return outcomeOf(reversal.status) !== 'open' && !/^warning_(needs|under)/.test(reversal.status);
}
