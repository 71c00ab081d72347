import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';

type Sold = Pick<AdminOrderDetail, 'provider' | 'isLive'>;

/** The provider's page of a payment; undefined without a payment. */
export function paymentLink(order: Sold, paymentIntentId: string | null): string | undefined {
  return paymentIntentId === null ? undefined : linkTo(order, `payments/${paymentIntentId}`);
}

/** The provider's page of a dispute, where it is answered. */
export function disputeLink(order: Sold, disputeId: string): string {
  return linkTo(order, `disputes/${disputeId}`);
}

/** Test payments have their own pages at Stripe; the sandbox has one page for all. */
function linkTo({ provider, isLive }: Sold, page: string): string {
  if (provider !== 'stripe') return '/sandbox';
  return `https://dashboard.stripe.com/${isLive ? '' : 'test/'}${page}`;
}
