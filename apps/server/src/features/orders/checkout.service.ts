import { sql } from 'drizzle-orm';
import { requireNotErased, selectAccount } from '#features/identity/identity.ts';
import type { TargetChoice } from '#features/deliveries/deliveries.ts';
import { selectBalances } from '#features/ledger/ledger.ts';
import { type ProductForSale, selectProductForSale, updateStockTaken } from '#features/products/products.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import {
  PaymentKeySpent,
  type PaymentProvider,
  PaymentRefused,
  PaymentUnavailable,
} from '#platform/payments/payment-provider.ts';
import { couldNotStart, type OpenShop, type OrderParts, requireOpenShop } from './order-parts.ts';
import { chooseOrderTarget, orderLinesOf } from './order-targets.service.ts';
import { countOrdersTowardsLimit, insertOrder } from './orders.queries.ts';
import { countOpenOrders, selectOpenOrder, selectUnpaidOrder } from './open-orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';
import { type CheckoutOffer, checkoutOptions, prepareOffer } from './payments/checkout-options.ts';
import { ensureSession } from './payments/checkout-session.service.ts';
import { settleOrder } from './settlement.service.ts';

/** The provider rejects checkouts that end within 30 minutes of its own time. The rest allows for slow clocks. */
const OPEN_MINUTES = 35;
const MAX_RESERVATIONS = 3;

/** Units of a limited product that one account holds with open checkouts, however many characters it has to buy for. */
const MAX_HELD = 3;

type Purchase = { accountId: number; productId: number; target?: TargetChoice };

type Reservation = { order: OrderRow; isNew: boolean; isFresh: boolean };

/**
 * Starts the purchase of a product at its current price.
 *
 * @returns the address of the hosted checkout; a second call returns the same checkout while it is open
 * @throws not_found, validation_failed (game server, character), conflict (sale ended, limit, sold out, debt, unconfirmed
 *   e-mail) or unavailable
 */
export async function createCheckout(parts: OrderParts, purchase: Purchase): Promise<string> {
  const shop = requireOpenShop(parts);
  const offer = await prepareOffer(shop);
  for (let count = 0; count < MAX_RESERVATIONS; count += 1) {
    const { order, isNew, isFresh } = await shop.db.transaction((tx) =>
      reserve(tx, shop, { ...purchase, offer }),
    );
    if (isFresh && (await isStillOpen(shop.payments, order))) {
      const url = await ensureSession(shop, order);
      if (url !== undefined) return url;
      if (isNew) break;
    } else {
      await closeOrder(shop, order);
    }
  }
  throw couldNotStart();
}

/** Checks in one transaction whether the product may be bought, and reserves a unit. */
async function reserve(
  tx: Transaction,
  { payments: { name: provider, isLive }, config: { publicOrigin } }: OpenShop,
  { accountId, productId, target: choice = {}, offer }: Purchase & { offer: CheckoutOffer },
): Promise<Reservation> {
  // Serialised per account and product, so that parallel tabs cannot exceed the limit together.
  await tx.execute(sql`select pg_advisory_xact_lock(${accountId}, ${productId})`);
  await requireNotErased(tx, accountId);
  const product = await selectProductForSale(tx, productId);
  if (!product || product.lines.length === 0) throw notFound('This product is not sold.');
  if (!product.isOnSale) throw conflict('This sale has ended.');
  await requireNoDebt(tx, accountId);
  const target = await chooseOrderTarget(tx, { accountId, product, choice });
  const { name: productName, priceCents, storefront } = product;
  const offered = { accountId, productId, priceCents, provider };
  const open = await selectOpenOrder(tx, { ...offered, ...target });
  if (open) return { order: open, isNew: false, isFresh: open.isFresh };
  const refusal = await findLimit(tx, { accountId, product });
  if (refusal) return closeOther(tx, { ...offered, refusal });
  if (product.stock !== null && (await countOpenOrders(tx, { accountId, productId })) >= MAX_HELD)
    return closeOther(tx, { ...offered, refusal: 'Finish or cancel your other checkouts of this first.' });
  const buyer = await selectAccount(tx, accountId);
  if (product.stock !== null) requireConfirmedEmail(buyer);
  // Not called for unlimited stock: any update statement on products empties the public caches of all processes.
  const taken = product.stock === null ? 'unlimited' : await updateStockTaken(tx, productId);
  if (taken === 'gone') return closeOther(tx, { ...offered, refusal: 'This product is sold out.' });
  const stock = taken === 'taken' ? ('held' as const) : ('none' as const);
  const checkout = checkoutOptions(offer, { storefront, publicOrigin, buyer });
  const termsVersion = offer.terms?.version ?? null;
  const order = await insertOrder(tx, {
    order: {
      ...offered,
      ...target,
      isLive,
      productName,
      stock,
      checkout,
      termsVersion,
    },
    lines: orderLinesOf(product, target),
    openMinutes: OPEN_MINUTES,
  });
  return { order, isNew: true, isFresh: true };
}

/** @returns why the account can't buy more of the product; undefined when it can */
async function findLimit(
  tx: Transaction,
  { accountId, product: { id, accountLimit } }: { accountId: number; product: ProductForSale },
): Promise<string | undefined> {
  if (accountLimit === null) return undefined;
  if ((await countOrdersTowardsLimit(tx, { accountId, productId: id })) < accountLimit) return undefined;
  return accountLimit === 1
    ? 'You can buy this once, and you have.'
    : `You can buy this ${accountLimit} times, and you have.`;
}

/**
 * An open checkout of the product for another character or server, to be closed: the player changed their mind, and it
 * must not stand in the way of the new one.
 *
 * @throws conflict with the refusal when there is none
 */
async function closeOther(
  tx: Transaction,
  { refusal, ...of }: Pick<OrderRow, 'accountId' | 'productId' | 'provider'> & { refusal: string },
): Promise<Reservation> {
  const other = await selectUnpaidOrder(tx, of);
  if (!other) throw conflict(refusal);
  return { order: other, isNew: false, isFresh: false };
}

/** An open checkout holds a unit. Anybody can register without a mailbox, and would hold the whole stock for nothing. */
function requireConfirmedEmail(buyer: Awaited<ReturnType<typeof selectAccount>>): void {
  if (!buyer?.emailConfirmedAt)
    throw conflict(
      'Confirm your email address first: this product is limited, and a checkout holds one of it.',
    );
}

async function requireNoDebt(tx: Transaction, accountId: number): Promise<void> {
  const balances = await selectBalances(tx, accountId);
  if (Object.values(balances).some((amount) => amount < 0))
    throw conflict('Your balance is below zero after a refund. Please contact support before you buy again.');
}

/** Asks the provider, so that a checkout that was just paid is not reused while its webhook is on the way. */
async function isStillOpen(provider: PaymentProvider, order: OrderRow): Promise<boolean> {
  if (order.sessionId === null) return true;
  try {
    return (await provider.getSession(order.sessionId)).status === 'open';
  } catch (error) {
    // The provider doesn't know the session. `settleOrder` sends such an order to review.
    if (error instanceof PaymentRefused) return false;
    if (isOutage(error)) return true;
    throw error;
  }
}

/** Expires a checkout that has almost ended or cannot be used, so that a new one can begin. */
async function closeOrder(shop: OpenShop, order: OrderRow): Promise<void> {
  try {
    if (order.sessionId !== null) await shop.payments.expireSession(order.sessionId);
    await settleOrder(shop, order.id);
  } catch (error) {
    if (isOutage(error)) throw couldNotStart();
    throw error;
  }
}

/** Reading and expiring a session use no idempotency key, so a spent key means an outage here. */
function isOutage(error: unknown): boolean {
  return error instanceof PaymentUnavailable || error instanceof PaymentKeySpent;
}
