import { asc, desc, eq, sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import type { Staff } from '#features/staff/record-audit.ts';
import type { ProductText } from '#features/products/products.service.ts';
import { products } from '#features/products/products.tables.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { selectBalances } from '#features/ledger/ledger.queries.ts';
import {
  orderEvents,
  orderRefunds,
  orders,
  type OrderRow,
  webhookEvents,
} from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import {
  createSignedInPlayer,
  createPortal,
  createStaff,
  type Player,
  type Portal,
  until,
} from './account-journeys.ts';
import { createProduct } from './products.ts';
import { startStripeServer, type StripeServer } from './stripe-server.ts';
import type { StripeObject } from './stripe/stripe-books.ts';

export type Shop = Portal & {
  stripe: StripeServer;
  webhookUrl: string;
  /** Posts an event to the portal over HTTP; throws unless it is acknowledged. */
  tell: (event: StripeObject) => Promise<void>;
};

export type Buyer = Player & { token: string };

/** The API on its own port, with a worker, buying from a Stripe-shaped server: a new one unless given. */
export async function createShop({
  stripe: given,
  ...options
}: Parameters<typeof createPortal>[0] & { stripe?: StripeServer } = {}): Promise<Shop> {
  const stripe = given ?? (await startStripeServer());
  const { url: apiBase, secretKey, webhookSecret } = stripe;
  const portal = await createPortal({
    isWorker: true,
    ...options,
    config: { payments: { provider: 'stripe', secretKey, webhookSecret, apiBase }, ...options.config },
  });
  const origin = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const webhookUrl = `${origin}/api/stripe/webhook`;
  return {
    ...portal,
    stripe,
    webhookUrl,
    tell: async (event) => {
      const response = await stripe.post(webhookUrl, event);
      if (response.status !== 200) throw new Error(`The webhook answered ${await response.text()}`);
    },
    close: async () => {
      await portal.close();
      if (!given) await stripe.close();
    },
  };
}

/** The same for all tests of the file. */
export async function useShop(options?: Parameters<typeof createShop>[0]): Promise<Shop> {
  const shop = await createShop(options);
  afterAll(shop.close);
  return shop;
}

/** Coins, an item, club days and a package: one line of each way a line can take. */
export const LINES: ProductText['lines'] = [
  { kind: 'premium_coins', quantity: 500, itemId: null, label: '500 coins' },
  { kind: 'item', quantity: 2, itemId: 7001, label: '2 lanterns' },
  { kind: 'club_days', quantity: 30, itemId: null, label: '30 days of the club' },
  { kind: 'founder_package', quantity: 1, itemId: null, label: 'Founder package' },
];

export function createTestProduct({ parts }: Portal, changes: Partial<ProductText> = {}): Promise<number> {
  return createProduct(parts.db, {
    storefront: 'shop',
    name: 'Lantern chest',
    priceCents: 499,
    lines: LINES,
    ...changes,
  });
}

export async function checkout(
  shop: Portal,
  buyer: Buyer,
  productId: number,
  target: object = {},
): Promise<OrderRow> {
  const response = await postCheckout(shop, buyer, productId, target);
  if (response.statusCode !== 200) throw new Error(`Checkout answered ${response.body}`);
  const order = await orderByUrl(shop, response.json().url);
  if (!order) throw new Error('There is no order with this address.');
  return order;
}

export function postCheckout(
  shop: Pick<Portal, 'call'>,
  { token }: Pick<Buyer, 'token'>,
  productId: unknown,
  target: object = {},
) {
  return shop.call('POST', '/stripe/create-checkout-session', { body: { productId, ...target }, token });
}

async function orderByUrl({ parts }: Portal, url: string): Promise<OrderRow | undefined> {
  const [order] = await parts.db.select().from(orders).where(eq(orders.checkoutUrl, url));
  return order;
}

/** A new buyer with a new order of a new product, unpaid. */
export async function startOrder(shop: Portal, changes: Partial<ProductText> = {}) {
  const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop, changes)];
  const order = await checkout(shop, buyer, productId);
  return { buyer, productId, order, orderId: order.id, sessionId: order.sessionId ?? '' };
}

/** A session that the provider made for the order once more, as after a failure that it kept under the first key. */
export function openOtherSession({ stripe: { books } }: Shop, { reference, priceCents }: OrderRow): string {
  const metadata = { order: reference };
  const parameters = { client_reference_id: reference, metadata, payment_intent_data: { metadata } };
  return books.openSession({ amount: priceCents, currency: 'eur', parameters }).id;
}

/** A member of staff who may look after orders. */
export async function createOrderStaff(portal: Portal): Promise<Staff> {
  const { id, username, token } = await createStaff(portal, ['orders']);
  const viewer = {
    accountId: id,
    userName: username,
    permission: 0,
    webMgt: 19,
    sections: [],
    sessionHash: hashToken(token),
    isSudo: true,
    isFactorMissing: false,
  };
  return { viewer, address: '192.0.2.19' };
}

/** The same, paid and settled. */
export async function startPaidOrder(shop: Shop, changes: Partial<ProductText> = {}) {
  const started = await startOrder(shop, changes);
  shop.stripe.books.pay(started.sessionId);
  await settleOrder(shop.parts, started.orderId);
  return started;
}

export async function readOrder({ parts }: Portal, orderId: number): Promise<OrderRow> {
  const [order] = await parts.db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}.`);
  return order;
}

/** Waits for the worker to bring the order there. */
export function orderIn(shop: Portal, orderId: number, state: OrderRow['state']): Promise<OrderRow> {
  return until(async () => {
    const order = await readOrder(shop, orderId);
    return order.state === state && order;
  });
}

/** Waits until every stored event was dealt with. */
export function inboxIsEmpty({ parts }: Portal): Promise<true> {
  return until(async () => {
    const waiting = await parts.db
      .select()
      .from(webhookEvents)
      .where(sql`processed_at is null`);
    return waiting.length === 0;
  });
}

/** `line:1 grant pending`, in order. */
export async function deliveriesOf({ parts }: Portal, orderId: number): Promise<string[]> {
  const rows = await parts.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.idempotencyKey));
  return rows.map(
    ({ idempotencyKey, effect, state }) =>
      `${idempotencyKey.replace(/^order:[^:]+:/, '')} ${effect} ${state}`,
  );
}

/** Units of the product that are left; null where they are without limit. */
export async function stockOfProduct({ parts }: Portal, productId: number) {
  const [row] = await parts.db.select().from(products).where(eq(products.id, productId));
  return row?.stock;
}

/** What staff refunded of the order, or tried to, newest first. */
export function refundsOfOrder({ parts }: Portal, orderId: number) {
  return parts.db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(desc(orderRefunds.id));
}

export async function statesOf({ parts }: Portal, orderId: number): Promise<string[]> {
  const rows = await parts.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id));
  return rows.filter(({ fromState, toState }) => fromState !== toState).map(({ toState }) => toState);
}

export async function coinsOf({ parts }: Portal, accountId: number): Promise<number> {
  return (await selectBalances(parts.db, accountId)).premium;
}

/** Everything granted once, nothing else. */
export const GRANTED = ['line:1 grant pending', 'line:2 grant pending', 'line:3 grant pending'];
