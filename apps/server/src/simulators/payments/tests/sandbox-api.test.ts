import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createTestParts, type TestParts } from '#test/test-parts.ts';
import { expireOverdueSessions, performAction } from '#simulators/payments/sandbox-actions.service.ts';
import { listenForCalls, type SandboxListener } from '#simulators/payments/sandbox-listener.ts';
import { sandboxEvents, sandboxSessions } from '#simulators/payments/sandbox.tables.ts';
import { deleteOldKeys } from '#simulators/payments/sandbox.queries.ts';

const SECRET_KEY = 'sk_sandbox_test';

let parts: TestParts;
let listener: SandboxListener;
let stripe: Stripe;

beforeAll(async () => {
  parts = await createTestParts();
  listener = await listen();
  stripe = clientOf(listener);
});
afterAll(async () => {
  await listener.close();
  await parts.close();
});

const listen = () =>
  listenForCalls(
    { db: parts.db, jobs: parts.jobs, secretKey: SECRET_KEY, publicOrigin: 'http://portal.test' },
    parts.log,
  );

function clientOf({ url }: SandboxListener, key = SECRET_KEY): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 5, telemetry: false });
}

const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

let orders = 0;
function request(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  orders += 1;
  return {
    mode: 'payment' as const,
    client_reference_id: `waygate-order-${orders}`,
    metadata: { order: `waygate-order-${orders}` },
    payment_intent_data: { metadata: { order: `waygate-order-${orders}` } },
    line_items: [
      {
        quantity: 2,
        price_data: { currency: 'eur', unit_amount: 250, product_data: { name: 'Lantern & oil' } },
      },
    ],
    expires_at: inMinutes(31),
    success_url: 'http://portal.test/shop?payment=success',
    cancel_url: 'http://portal.test/shop?payment=cancel',
    ...changes,
  };
}

const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create(request(changes));

async function openPaid() {
  const { id } = await open();
  const paid = await performAction(parts, id, { action: 'pay' });
  return { id, payment: paid?.session.paymentIntentId ?? '' };
}

const eventsOf = async (sessionId: string) => {
  const rows = await parts.db
    .select()
    .from(sandboxEvents)
    .where(eq(sandboxEvents.sessionId, sessionId))
    .orderBy(sandboxEvents.createdAt);
  return rows.map(({ kind }) => kind);
};

const fieldsOf = (value: unknown) => Object.keys(value ?? {}).toSorted();

const overdue = (id: string) =>
  parts.db
    .update(sandboxSessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sandboxSessions.id, id));

describe('an object', () => {
  const fixtures: Record<string, object> = JSON.parse(
    readFileSync(path.join(SERVER_ROOT, 'src/test/stripe/fixtures.json'), 'utf8'),
  );

  test.each(['checkout.session', 'payment_intent', 'charge', 'refund', 'dispute', 'event'])(
    'of the kind %s has the fields of a recorded one',
    async (kind) => {
      const { id, payment } = await openPaid();
      const refund = await stripe.refunds.create({ payment_intent: payment, amount: 100 });
      await performAction(parts, id, { action: 'dispute' });
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      });
      const intent = session.payment_intent as Stripe.PaymentIntent; // expanded
      const dispute = (await stripe.disputes.list({ payment_intent: payment })).data[0];
      const event = (await stripe.events.list({ limit: 1 })).data[0];
      const known = [session, intent, intent.latest_charge, refund, dispute, event];
      const objects = known.filter((one) => typeof one === 'object' && one !== null);
      const made = objects.find(({ object }) => object === kind);
      expect(fieldsOf(made)).toEqual(fieldsOf(fixtures[kind]));
    },
  );

  test('is expanded only on request', async () => {
    const { id, payment } = await openPaid();
    expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBe(payment);
    const intent = await stripe.paymentIntents.retrieve(payment);
    expect(intent).toMatchObject({ status: 'succeeded', latest_charge: expect.stringMatching(/^ch_/) });
  });

  test('contains the values it was created with', async () => {
    const made = await open();
    expect(made).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 500,
      currency: 'eur',
      livemode: false,
      payment_intent: null,
      client_reference_id: `waygate-order-${orders}`,
      metadata: { order: `waygate-order-${orders}` },
      url: `http://portal.test/sandbox/checkout/${made.id}`,
    });
  });
});

describe('an idempotency key', () => {
  test('returns the first answer again, also after a restart', async () => {
    const given = request();
    const options = { idempotencyKey: `key-${orders}` };
    const first = await stripe.checkout.sessions.create(given, options);
    const second = await listen();
    const again = await clientOf(second).checkout.sessions.create(given, options);
    await second.close();
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('of parallel requests creates one session', async () => {
    const given = request();
    const options = { idempotencyKey: `key-${orders}` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stripe.checkout.sessions.create(given, options)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const made = await parts.db
      .select()
      .from(sandboxSessions)
      .where(eq(sandboxSessions.clientReferenceId, given.client_reference_id));
    expect(made).toHaveLength(1);
  });

  test('is refused with other parameters', async () => {
    const options = { idempotencyKey: `key-other-${orders}` };
    await stripe.checkout.sessions.create(request(), options);
    await expect(stripe.checkout.sessions.create(request(), options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('of a request that was refused can be used again', async () => {
    const options = { idempotencyKey: `key-refused-${orders}` };
    const late = stripe.checkout.sessions.create(request({ expires_at: inMinutes(5) }), options);
    await expect(late).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.checkout.sessions.create(request(), options)).resolves.toBeDefined();
  });

  test('expires after a day', async () => {
    const given = request();
    const options = { idempotencyKey: `key-old-${orders}` };
    const first = await stripe.checkout.sessions.create(given, options);
    await parts.db.execute(
      sql`update sandbox_idempotency_keys set created_at = now() - interval '25 hours'
        where key = ${options.idempotencyKey}`,
    );
    await deleteOldKeys(parts.db);
    expect((await stripe.checkout.sessions.create(given, options)).id).not.toBe(first.id);
  });
});

describe('a request is refused', () => {
  test('with a wrong API key', async () => {
    await expect(
      clientOf(listener, 'sk_sandbox_other').checkout.sessions.create(request()),
    ).rejects.toMatchObject({ statusCode: 401 });
  });

  test.each([
    ['an early end', { expires_at: inMinutes(29) }],
    ['a late end', { expires_at: inMinutes(25 * 60) }],
    ['an address that runs something', { success_url: 'javascript:alert(1)' }],
    ['no lines', { line_items: [] }],
    [
      'a price below the least',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 49, product_data: { name: 'x' } } },
        ],
      },
    ],
    ['a subscription', { mode: 'subscription' as const }],
  ])('with %s', async (_, changes) => {
    await expect(open(changes)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('for a missing object', async () => {
    const missing = { statusCode: 404 };
    await expect(stripe.checkout.sessions.retrieve('cs_sandbox_x')).rejects.toMatchObject(missing);
    await expect(stripe.paymentIntents.retrieve('pi_sandbox_x')).rejects.toMatchObject(missing);
    await expect(stripe.refunds.create({ payment_intent: 'pi_sandbox_x' })).rejects.toMatchObject(missing);
    await expect(stripe.customers.retrieve('cus_x')).rejects.toMatchObject(missing);
  });

  test('to expire an ended session', async () => {
    const { id } = await open();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await eventsOf(id)).toEqual(['checkout.session.expired']);
  });

  test('to refund more than was paid, or a disputed payment', async () => {
    const { id, payment } = await openPaid();
    const refund = (amount?: number) =>
      stripe.refunds.create({ payment_intent: payment, ...(amount !== undefined && { amount }) });
    await expect(refund(501)).rejects.toMatchObject({ statusCode: 400 });
    await refund(100);
    await expect(refund(401)).rejects.toMatchObject({ statusCode: 400 });
    await performAction(parts, id, { action: 'dispute' });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
    await performAction(parts, id, { action: 'win' });
    expect(await refund()).toMatchObject({ amount: 400 });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });
});

describe('concurrent actions', () => {
  test('let either a payment or the expiry of the checkout win', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await open()).id));
    const outcomes = await Promise.all(
      ids.map(async (id) => {
        const actions = [
          performAction(parts, id, { action: 'pay' }),
          performAction(parts, id, { action: 'expire' }),
        ];
        return (await Promise.all(actions)).filter(Boolean).length;
      }),
    );
    expect(outcomes).toEqual(ids.map(() => 1));
    for (const id of ids) expect(await eventsOf(id)).toHaveLength(1);
  });

  test('never refund more than the payment', async () => {
    const { payment } = await openPaid();
    const refunds = await Promise.allSettled(
      Array.from({ length: 6 }, () => stripe.refunds.create({ payment_intent: payment, amount: 200 })),
    );
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

describe('a checkout past its expiry', () => {
  test('is shown as expired and cannot be paid', async () => {
    const { id } = await open();
    await overdue(id);
    expect(await performAction(parts, id, { action: 'pay' })).toBeUndefined();
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
    expect(await eventsOf(id)).toEqual(['checkout.session.expired']);
  });

  test('expires once without a request, even with two cleanup processes', async () => {
    const [{ id }, { id: other }] = [await open(), await open()];
    await overdue(id);
    await Promise.all([expireOverdueSessions(parts), expireOverdueSessions(parts)]);
    expect(await eventsOf(id)).toEqual(['checkout.session.expired']);
    expect(await eventsOf(other)).toEqual([]);
  });
});

test('events are listed by kind and delivery status, newest first', async () => {
  const { id } = await openPaid();
  await performAction(parts, id, { action: 'refund' });
  const all = await stripe.events.list({ limit: 2, delivery_success: false });
  expect(all.data.map(({ type }) => type)).toEqual(['charge.refunded', 'checkout.session.completed']);
  const refunds = await stripe.events.list({ limit: 1, types: ['charge.refunded'] });
  expect(refunds.data[0]?.data.object).toMatchObject({ object: 'charge', amount_refunded: 500 });
  expect((await stripe.events.list({ delivery_success: true })).data).toEqual([]);
});

test('a website that was pointed at this machine gets no answer, even with the key', async () => {
  const { promise: status, resolve } = Promise.withResolvers<number | undefined>();
  const headers = { host: 'evil.test', authorization: `Bearer ${SECRET_KEY}` };
  httpRequest(`${listener.url}/v1/checkout/sessions/cs_sandbox_1`, { headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).end();
  expect(await status).toBe(403);
});
