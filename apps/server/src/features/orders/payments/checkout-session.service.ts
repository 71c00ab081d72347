import { pagePaths } from '@waygate/contract/site/pages';
import { updateStockReleased } from '#features/products/products.ts';
import {
  CheckoutOptionRefused,
  type CheckoutOptions,
  type HostedSession,
  PaymentKeySpent,
  PaymentRefused,
  PaymentUnavailable,
  type SessionRequest,
} from '#platform/payments/payment-provider.ts';
import { couldNotStart, type OpenShop } from '#features/orders/order-parts.ts';
import { selectOrder, updateOrderAttempt, updateOrderState } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';

/** If the provider has stored a failure under the key, a call retries once with a new key. */
const MAX_ATTEMPTS = 2;

/** Why an order failed, in its history. */
export const NO_TERMS_URL = 'the provider knows no terms of service';
const TERMS_URL_MISSING =
  'Nobody can buy: Stripe collects consent only when the account names its terms. Enter the address of /tos at https://dashboard.stripe.com/settings/public, or set CHECKOUT_TERMS=off.';

/**
 * Opens the order's hosted checkout if it is not open yet. A second tab, a retry after a crash and the reconciler all
 * send the same request with the same key, so an order has one checkout.
 *
 * @returns its address; undefined when the provider refused, which closes the order
 * @throws unavailable when the provider cannot be reached; the order stays open for a retry
 */
export async function ensureSession(shop: OpenShop, order: OrderRow): Promise<string | undefined> {
  let current = order;
  // A refused option does not count: the next try is without it.
  for (let failures = 0; failures < MAX_ATTEMPTS;) {
    if (current.state !== 'creating') return current.checkoutUrl ?? undefined;
    try {
      const session = await shop.payments.createSession(requestFor(shop, current));
      return await storeSession(shop, current, session);
    } catch (error) {
      const checkout = withoutRefused(current, error);
      if (error instanceof PaymentRefused && !checkout) return refuseOrder(shop, current, error);
      if (error instanceof PaymentUnavailable) return urlOrFailure(shop, current);
      if (!(error instanceof PaymentKeySpent) && !checkout) throw error;
      if (!checkout) failures += 1;
      shop.log.warn({ err: error, orderId: order.id, attempt: current.attempt }, 'checkout failed');
      await updateOrderAttempt(shop.db, current, checkout && { checkout });
      current = await reload(shop, current);
    }
  }
  throw couldNotStart();
}

/** Built only from stored values, because a repeated request must be identical. */
function requestFor({ config }: OpenShop, order: OrderRow): SessionRequest {
  const returnPage = `${config.publicOrigin}${pagePaths.shop}?payment=`;
  return {
    reference: order.reference,
    orderId: order.id,
    productName: order.productName,
    amountCents: order.priceCents,
    currency: order.currency,
    expiresAt: order.expiresAt,
    successUrl: `${returnPage}success`,
    cancelUrl: `${returnPage}cancel`,
    idempotencyKey: `${order.reference}-${order.attempt}`,
    ...(order.checkout && { options: order.checkout }),
  };
}

/** The options for another try: without the one that the provider refused, if the checkout can do without it. */
function withoutRefused({ checkout }: OrderRow, error: unknown): CheckoutOptions | undefined {
  if (!checkout || !(error instanceof CheckoutOptionRefused) || error.option === 'terms_url')
    return undefined;
  const { [error.option]: refused, ...others } = checkout;
  return refused === undefined ? undefined : others;
}

async function storeSession(shop: OpenShop, { id }: OrderRow, session: HostedSession): Promise<string> {
  const changes = { sessionId: session.sessionId, checkoutUrl: session.url };
  // Changes nothing if another caller has stored the session or settled its payment.
  await shop.db.transaction((tx) =>
    updateOrderState(tx, { id, from: 'creating', to: 'pending', reason: 'session opened', changes }),
  );
  return session.url;
}

async function refuseOrder(shop: OpenShop, order: OrderRow, error: PaymentRefused): Promise<undefined> {
  const lacksTerms = error instanceof CheckoutOptionRefused && error.option === 'terms_url';
  if (lacksTerms) shop.log.error({ orderId: order.id }, TERMS_URL_MISSING);
  else shop.log.warn({ err: error, orderId: order.id }, 'the provider refused a checkout');
  await shop.db.transaction(async (tx) => {
    const isHeld = order.stock === 'held';
    const isClosed = await updateOrderState(tx, {
      id: order.id,
      from: 'creating',
      to: 'failed',
      reason: lacksTerms ? NO_TERMS_URL : 'refused by the provider',
      changes: isHeld ? { stock: 'released' } : {},
    });
    if (isClosed && isHeld) await updateStockReleased(tx, order.productId);
  });
}

/** Another tab with the same key may have received the address. */
async function urlOrFailure(shop: OpenShop, order: OrderRow): Promise<string> {
  const { checkoutUrl } = await reload(shop, order);
  if (checkoutUrl === null) throw couldNotStart();
  return checkoutUrl;
}

async function reload({ db }: OpenShop, { id }: OrderRow): Promise<OrderRow> {
  const order = await selectOrder(db, id);
  if (!order) throw new Error(`Order ${id} is gone, and orders are never deleted.`);
  return order;
}
