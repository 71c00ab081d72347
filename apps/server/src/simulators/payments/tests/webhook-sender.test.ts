import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { webhookEvents } from '#features/orders/orders.tables.ts';
import { until } from '#test/account-journeys.ts';
import { createSandboxShop, type SandboxShop } from '#test/sandbox-shop.ts';
import { checkout, coinsOf, deliveriesOf, GRANTED, orderIn, startOrder } from '#test/shop-journeys.ts';
import { sendWebhooksTo } from '#simulators/payments/open-sandbox.ts';
import { sandboxEvents, sandboxSettings } from '#simulators/payments/sandbox.tables.ts';
import { sendEvent, signatureOf } from '#simulators/payments/webhook-sender.ts';

// Several restarts, and events that are posted again after some seconds, in one test.
vi.setConfig({ testTimeout: 60_000 });

let shop: SandboxShop;
beforeAll(async () => {
  shop = await createSandboxShop();
});
afterAll(() => shop.close());

const signed = (body: string, secret: string, at: Date) => signatureOf(body, secret, at).split('v1=')[1];

const eventsOf = (sessionId: string) =>
  shop.parts.db.select().from(sandboxEvents).where(eq(sandboxEvents.sessionId, sessionId));

/** An endpoint that answers with these statuses in turn, and keeps what it got. */
async function useEndpoint(...statuses: number[]) {
  const got: { body: string; signature: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push({ body, signature: String(request.headers['stripe-signature']) });
      const status = statuses.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a TCP port has such an address.
  return { got, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function wherePortalIs(): Promise<void> {
  await sendWebhooksTo(shop.parts.db, shop.origin);
}

test('an event waits while the portal is down, and arrives when it is back', async () => {
  const { orderId, sessionId } = await startOrder(shop);
  await sendWebhooksTo(shop.parts.db, 'http://127.0.0.1:1');
  onTestFinished(wherePortalIs);
  await shop.press(sessionId, 'pay');
  await until(async () => (await eventsOf(sessionId)).some(({ attempts }) => attempts > 1));
  expect(await eventsOf(sessionId)).toMatchObject([{ deliveredAt: null, lastFailure: expect.any(String) }]);
  await wherePortalIs();
  await orderIn(shop, orderId, 'paid');
  await until(async () => (await eventsOf(sessionId)).every(({ deliveredAt }) => deliveredAt !== null));
  expect(await deliveriesOf(shop, orderId)).toEqual(GRANTED);
});

test('restarts at every step lose no event', async () => {
  const { buyer, productId, order, orderId, sessionId } = await startOrder(shop);
  await shop.restart();
  expect((await checkout(shop, buyer, productId)).checkoutUrl).toBe(order.checkoutUrl);
  await sendWebhooksTo(shop.parts.db, 'http://127.0.0.1:1');
  await shop.press(sessionId, 'pay_later');
  await shop.restart();
  await orderIn(shop, orderId, 'processing');
  await shop.press(sessionId, 'succeed');
  await shop.restart();
  await orderIn(shop, orderId, 'paid');
  await shop.press(sessionId, 'refund', { form: 'payments', amount: '4.99' });
  await shop.restart();
  await orderIn(shop, orderId, 'refunded');
  expect(await coinsOf(shop, buyer.id)).toBe(0);
  const kinds = (await eventsOf(sessionId)).map(({ kind }) => kind);
  expect(kinds).toHaveLength(3);
});

test('the keys survive restarts', async () => {
  const before = await shop.parts.db.select().from(sandboxSettings);
  await shop.restart();
  const [after] = await shop.parts.db.select().from(sandboxSettings);
  expect(after).toMatchObject({ secretKey: before[0]?.secretKey, webhookSecret: before[0]?.webhookSecret });
  expect(after?.secretKey).toMatch(/^sk_sandbox_/);
  expect(after?.webhookSecret).toMatch(/^whsec_/);
});

test('an event is posted until it is accepted, with the same body and a new signature, and never again', async () => {
  const endpoint = await useEndpoint(500, 302, 200);
  const { sessionId } = await startOrder(shop);
  await sendWebhooksTo(shop.parts.db, endpoint.origin);
  onTestFinished(wherePortalIs);
  await shop.press(sessionId, 'pay');
  const [event] = await until(async () => {
    const events = await eventsOf(sessionId);
    return events[0]?.deliveredAt && events;
  });
  expect(event).toMatchObject({ attempts: 3, lastFailure: null });
  await sendEvent(shop.parts.db, event?.id ?? '');
  expect(endpoint.got).toHaveLength(3);
  expect(new Set(endpoint.got.map(({ body }) => body)).size).toBe(1);
  const [settings] = await shop.parts.db.select().from(sandboxSettings);
  const secret = settings?.webhookSecret ?? '';
  for (const { body, signature } of endpoint.got) {
    expect(Stripe.webhooks.constructEvent(body, signature, secret).id).toBe(event?.id);
  }
});

test('a signature is valid for its bytes, its secret and its time only', () => {
  const at = new Date(1_700_000_000_000);
  expect(signatureOf('{}', 'whsec_a', at)).toBe(
    Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_a', timestamp: 1_700_000_000 }),
  );
  const signature = signed('{}', 'whsec_a', at);
  expect(signed('{ }', 'whsec_a', at)).not.toBe(signature);
  expect(signed('{}', 'whsec_b', at)).not.toBe(signature);
  expect(signed('{}', 'whsec_a', new Date(1_700_000_001_000))).not.toBe(signature);
});

test('the portal accepts the signed events of its own sandbox', async () => {
  const { orderId, sessionId } = await startOrder(shop);
  await shop.press(sessionId, 'pay');
  await orderIn(shop, orderId, 'paid');
  const stored = await shop.parts.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.sessionId, sessionId));
  expect(stored).toMatchObject([{ provider: 'sandbox', kind: 'checkout.session.completed', orderId }]);
});
