import { asc, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { refundOrder } from '#features/orders/admin/order-refunds.service.ts';
import { handleWebhook } from '#features/orders/job-definitions.ts';
import { PAYMENT_SETUP_ALERTS } from '#features/orders/payments/payment-setup.alerts.ts';
import { checkPaymentSetup } from '#features/orders/payments/payment-setup.service.ts';
import { paymentFindings } from '#features/orders/payments/payment-setup.tables.ts';
import { createReportingPayments } from '#features/orders/payments/permission-findings.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { collectTransactions } from '#features/orders/revenue/transactions.service.ts';
import { EVENT_KINDS } from '#platform/payments/event-kinds.ts';
import { STRIPE_PERMISSIONS } from '#platform/payments/stripe-permissions.ts';
import type { Permission } from '#test/stripe/stripe-permissions.ts';
import { callerOf, createSignedInPlayer, until } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import {
  createOrderStaff,
  createShop,
  createTestProduct,
  orderIn,
  postCheckout,
  refundsOfOrder,
  startOrder,
  startPaidOrder,
  useShop,
} from '#test/shop-journeys.ts';

const ORIGIN = 'https://play.example';
const URL_OF_ENDPOINT = `${ORIGIN}/api/stripe/webhook`;
const ALL = STRIPE_PERMISSIONS.map(({ name }) => name);

const captured = captureLog('warn');
const shop = await useShop({ log: captured.log });
const { db } = shop.parts;
const { books } = shop.stripe;
const config = { ...shop.parts.config, publicOrigin: ORIGIN };
const parts = { ...shop.parts, config };

/** The same portal with a key that may do only this. */
async function restricted(permissions: readonly Permission[]) {
  shop.stripe.grantOnly(...permissions);
  const { url: apiBase, restrictedKey: secretKey, webhookSecret } = shop.stripe;
  const payments = await createReportingPayments(
    { provider: 'stripe', secretKey, webhookSecret, apiBase },
    { db, log: captured.log },
  );
  return { ...parts, payments };
}

const without = (...missing: Permission[]) => ALL.filter((name) => !missing.includes(name));
const findings = () =>
  db
    .select({ kind: paymentFindings.kind, detail: paymentFindings.detail })
    .from(paymentFindings)
    .orderBy(asc(paymentFindings.kind), asc(paymentFindings.detail));
const alert = PAYMENT_SETUP_ALERTS.find(({ name }) => name === 'payment_setup');
const readAlert = async () => {
  const { rows } = await db.execute<{ count: number; detail: string | null }>(
    sql`select ${alert?.count} as count, ${alert?.detail} as detail`,
  );
  const [{ count, detail } = { count: 0, detail: null }] = rows;
  return count === 0 ? undefined : alert?.describe(count, detail);
};

beforeEach(async () => {
  books.webhookEndpoints.length = 0;
  await db.delete(paymentFindings);
});

const check = () => checkPaymentSetup(parts, { isStart: false });

describe('the check of the webhook endpoint', () => {
  test('finds that there is none at this address', async () => {
    books.addWebhookEndpoint({ url: 'https://other.example/api/stripe/webhook', enabled_events: ['*'] });
    await check();
    expect(await findings()).toEqual([{ kind: 'endpoint_missing', detail: URL_OF_ENDPOINT }]);
    expect(captured.lines()).toContainEqual(
      expect.objectContaining({ level: 40, kind: 'endpoint_missing', detail: URL_OF_ENDPOINT }),
    );
    expect(await readAlert()).toBe(
      `One thing is wrong with the setup of payments at Stripe: endpoint missing ${URL_OF_ENDPOINT}.`,
    );
  });

  test('finds that it is disabled', async () => {
    books.addWebhookEndpoint({ url: URL_OF_ENDPOINT, enabled_events: ['*'], status: 'disabled' });
    await check();
    expect(await findings()).toEqual([{ kind: 'endpoint_disabled', detail: URL_OF_ENDPOINT }]);
  });

  test('names the missing kinds of events, and forgets them when they are added', async () => {
    const missing = ['charge.dispute.closed', 'refund.failed', 'refund.updated'];
    const endpoint = books.addWebhookEndpoint({
      url: URL_OF_ENDPOINT,
      enabled_events: EVENT_KINDS.filter((kind) => !missing.includes(kind)),
    });
    await check();
    expect(await findings()).toEqual(missing.map((detail) => ({ kind: 'event_missing', detail })));
    expect(await readAlert()).toContain('3 things are wrong');
    const logged = captured.lines().length;
    await check();
    expect(captured.lines()).toHaveLength(logged);
    endpoint.enabled_events = [...EVENT_KINDS];
    await check();
    expect(await findings()).toEqual([]);
    expect(await readAlert()).toBeUndefined();
  });

  test('is content with an endpoint for all kinds, and asks for none on a loopback address', async () => {
    books.addWebhookEndpoint({ url: URL_OF_ENDPOINT, enabled_events: ['*'] });
    await check();
    expect(await findings()).toEqual([]);
    books.webhookEndpoints.length = 0;
    await checkPaymentSetup(shop.parts, { isStart: false });
    expect(await findings()).toEqual([]);
  });

  test('keeps what it knows when the provider cannot be reached', async () => {
    await check();
    shop.stripe.breakNext(/^GET/, 'die', 'die', 'die');
    await expect(check()).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    expect(await findings()).toHaveLength(1);
  });
});

describe('a restricted key', () => {
  beforeEach(() => void books.addWebhookEndpoint({ url: URL_OF_ENDPOINT, enabled_events: ['*'] }));

  test('with the documented permissions sells, refunds and passes the check', async () => {
    const portal = await restricted(ALL);
    await checkPaymentSetup(portal, { isStart: true });
    expect(await findings()).toEqual([]);
    expect(portal.payments?.isLive).toBe(false);
    const { orderId, sessionId } = await startPaidOrder({ ...shop, parts: { ...shop.parts, ...portal } });
    books.dispute(sessionId, 'won');
    const input = { orderId, requestId: crypto.randomUUID(), reason: 'asked for it' };
    expect(await refundOrder(portal, await createOrderStaff(shop), input)).toBe('refunded');
  });

  test.each(ALL.map((name) => name.replace(/_write$/, '_read') as Permission))(
    'that lacks %s is reported by name at the check, without the key',
    async (name) => {
      const granted = ALL.filter((one) => one !== name && one !== name.replace(/_read$/, '_write'));
      await checkPaymentSetup(await restricted(granted), { isStart: true });
      expect(await findings()).toEqual([{ kind: 'permission_missing', detail: name }]);
      expect(await readAlert()).toContain(`permission missing ${name}`);
      expect(captured.text()).not.toContain(shop.stripe.restrictedKey);
    },
  );

  test('that lacks optional permissions keeps the shop open', async () => {
    const portal = await restricted(without('webhook_read', 'event_read', 'dispute_read'));
    await checkPaymentSetup(portal, { isStart: true });
    expect(await findings()).toHaveLength(3);
    const { orderId } = await startPaidOrder({ ...shop, parts: { ...shop.parts, ...portal } });
    expect(await orderIn(shop, orderId, 'paid')).toBeDefined();
  });

  test.each(['balance_transaction_source_read', 'payout_read'] as const)(
    'that lacks %s is reported by the job that reads revenue',
    async (name) => {
      await startPaidOrder(shop);
      await expect(collectTransactions(await restricted(without(name)))).rejects.toMatchObject({
        permission: name,
      });
      expect(await findings()).toEqual([{ kind: 'permission_missing', detail: name }]);
    },
  );

  test('that may not open checkouts is reported at the first one, until a start with another key', async () => {
    const poor = await restricted([...without('checkout_session_write'), 'checkout_session_read']);
    await checkPaymentSetup(poor, { isStart: true });
    expect(await findings()).toEqual([]);
    const request = {
      reference: 'waygate-a-b',
      orderId: 1,
      productName: 'A',
      amountCents: 499,
      currency: 'eur',
    };
    const urls = { successUrl: ORIGIN, cancelUrl: ORIGIN, idempotencyKey: crypto.randomUUID() };
    const expiresAt = new Date(Date.now() + 35 * 60_000);
    await expect(poor.payments?.createSession({ ...request, ...urls, expiresAt })).rejects.toMatchObject({
      name: 'PaymentNotPermitted',
      permission: 'checkout_session_write',
    });
    const missing = [{ kind: 'permission_missing', detail: 'checkout_session_write' }];
    expect(await findings()).toEqual(missing);
    // The daily check can't try a write, so it keeps what a request has found.
    await checkPaymentSetup(poor, { isStart: false });
    expect(await findings()).toEqual(missing);
    await checkPaymentSetup(parts, { isStart: true });
    expect(await findings()).toEqual([]);
  });
});

describe('a portal whose key lost a permission', () => {
  test('refuses a checkout and keeps its order for another try', async () => {
    const { payments } = await restricted([...without('checkout_session_write'), 'checkout_session_read']);
    const [buyer, productId] = [await createSignedInPlayer(shop), await createTestProduct(shop)];
    const app = await buildApp({ ...shop.parts, payments }, createFindViewer(db));
    const response = await postCheckout({ call: callerOf(app) }, buyer, productId);
    await app.close();
    expect([response.statusCode, response.json().message]).toEqual([503, 'Could not start checkout.']);
    expect(await readAlert()).toContain('permission missing checkout_session_write');
    expect((await postCheckout(shop, buyer, productId)).statusCode).toBe(200);
  });

  test('tells staff which one, and carries the refund out once it is there', async () => {
    const { orderId, sessionId } = await startPaidOrder(shop);
    const staff = await createOrderStaff(shop);
    const poor = await restricted([...without('charge_write'), 'charge_read']);
    const input = { orderId, requestId: crypto.randomUUID(), reason: 'asked for it' };
    await expect(refundOrder(poor, staff, input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('charge_write'),
    });
    expect(await refundsOfOrder(shop, orderId)).toMatchObject([{ state: 'requested' }]);
    // The portal's own worker has the whole key.
    await reconcile({ ...shop.parts, config: { ...config, reconcileSeconds: 0 } });
    await orderIn(shop, orderId, 'refunded');
    expect(books.refundedCents(sessionId)).toBe(499);
  });
});

test('a job that is not permitted ends, and the reconciler brings it back', async () => {
  const { stripe } = shop;
  stripe.grantOnly(...ALL);
  const poor = await createShop({
    stripe: { ...stripe, secretKey: stripe.restrictedKey },
    config: { reconcileSeconds: 1 },
  });
  try {
    const { orderId, sessionId } = await startOrder(poor);
    stripe.grantOnly('charge_write');
    await poor.tell(books.pay(sessionId));
    const attempts = async () => {
      const { rows } = await poor.parts.db.execute<{ state: string; retry_count: number }>(sql`
        select state::text, retry_count from pgboss.job where name = ${handleWebhook.name}`);
      return rows;
    };
    await until(async () => (await attempts()).some(({ state }) => state === 'completed'));
    expect(await attempts()).toMatchObject([{ retry_count: 0 }]);
    const { rows } = await poor.parts.db.execute(sql`select detail from payment_findings`);
    expect(rows).toEqual([{ detail: 'checkout_session_read' }]);

    stripe.grantOnly(...ALL);
    await until(async () => {
      await reconcile(poor.parts);
      const { rows: paid } = await poor.parts.db.execute(
        sql`select from orders where id = ${orderId} and state = 'paid'`,
      );
      return paid.length > 0;
    });
  } finally {
    await poor.close();
  }
});
