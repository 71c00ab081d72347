import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { useStripeServer } from '#test/stripe-server.ts';
import { createStripeProvider } from './stripe-provider.ts';

const inMinutes = (minutes: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + minutes * 60_000);

async function useProvider({ timeoutMs = 10_000 } = {}) {
  const stripe = await useStripeServer();
  const { url: apiBase, secretKey, webhookSecret } = stripe;
  const provider = createStripeProvider({ name: 'stripe', secretKey, webhookSecret, apiBase, timeoutMs });
  const request = {
    reference: 'waygate-a-b',
    orderId: 12,
    productName: 'A lantern & more',
    amountCents: 499,
    currency: 'eur',
    expiresAt: inMinutes(31),
    successUrl: 'https://play.example/shop?payment=success',
    cancelUrl: 'https://play.example/shop?payment=cancel',
    idempotencyKey: 'order-12-1',
  };
  return { stripe, provider, request };
}

describe('a session', () => {
  test('is created for the order and read as a payment snapshot', async () => {
    const { stripe, provider, request } = await useProvider();
    const { sessionId, url } = await provider.createSession(request);
    expect(url).toBe(stripe.books.getSession(sessionId).url);
    expect(stripe.calls[0]?.parameters).toMatchObject({
      allowed_payment_method_types: ['card'],
      success_url: 'https://play.example/shop?payment=success',
      client_reference_id: 'waygate-a-b',
      metadata: { order: 'waygate-a-b', order_number: '12' },
      payment_intent_data: { metadata: { order: 'waygate-a-b', order_number: '12' } },
    });
    expect(await provider.getSession(sessionId)).toEqual({
      sessionId,
      reference: 'waygate-a-b',
      status: 'open',
      paymentStatus: 'unpaid',
      amountCents: 499,
      currency: 'eur',
      mode: 'payment',
      isLive: false,
      paymentIntentId: undefined,
      refundedCents: 0,
      dispute: 'none',
      asyncFailed: false,
    });

    stripe.books.pay(sessionId);
    const paid = await provider.getSession(sessionId);
    expect(paid).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      paymentIntentId: expect.stringMatching(/^pi_/),
    });
    expect(await provider.findReferenceOfPayment(paid.paymentIntentId ?? '')).toBe('waygate-a-b');
    const refund = { paymentIntentId: paid.paymentIntentId ?? '', amountCents: 99, idempotencyKey: 'refund' };
    expect(await provider.refund(refund)).toEqual(await provider.refund(refund));
    expect(await provider.getSession(sessionId)).toMatchObject({ refundedCents: 99, dispute: 'none' });
    await expect(provider.refund({ ...refund, amountCents: 499, idempotencyKey: 'b' })).rejects.toMatchObject(
      {
        name: 'PaymentRefused',
      },
    );
  });

  test.each([
    ['warning_needs_response', 'none'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ] as const)('whose dispute is %s has a dispute that is %s', async (status, dispute) => {
    const { stripe, provider, request } = await useProvider();
    const { sessionId } = await provider.createSession(request);
    stripe.books.pay(sessionId);
    stripe.books.dispute(sessionId, status);
    expect(await provider.getSession(sessionId)).toMatchObject({ dispute });
  });

  test('expires once, and stays paid when it was paid', async () => {
    const { stripe, provider, request } = await useProvider();
    const { sessionId } = await provider.createSession(request);
    await provider.expireSession(sessionId);
    await provider.expireSession(sessionId);
    expect(await provider.getSession(sessionId)).toMatchObject({ status: 'expired' });
    const other = await provider.createSession({ ...request, idempotencyKey: 'another' });
    stripe.books.pay(other.sessionId);
    await provider.expireSession(other.sessionId);
    expect(await provider.getSession(other.sessionId)).toMatchObject({ paymentStatus: 'paid' });
  });
});

describe('a request', () => {
  test.each(['die', 'die after'] as const)(
    'that met "%s" is repeated by itself and makes one session',
    async (fault) => {
      const { stripe, provider, request } = await useProvider();
      stripe.breakNext(/^POST/, fault);
      await provider.createSession(request);
      expect(stripe.books.sessions()).toHaveLength(1);
    },
  );

  test('ends as unavailable without an answer, and the retry finds the same session', async () => {
    const { stripe, provider, request } = await useProvider({ timeoutMs: 100 });
    stripe.breakNext(/^POST/, 'hang after', 'hang', 'hang');
    await expect(provider.createSession(request)).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    const { sessionId } = await provider.createSession(request);
    expect(stripe.books.sessions().map(({ id }) => id)).toEqual([sessionId]);
  });

  test('needs another key after a stored failure', async () => {
    const { stripe, provider, request } = await useProvider();
    stripe.breakNext(/^POST/, '500');
    await expect(provider.createSession(request)).rejects.toMatchObject({ name: 'PaymentKeySpent' });
    await expect(provider.createSession(request)).rejects.toMatchObject({ name: 'PaymentKeySpent' });
    await expect(provider.createSession({ ...request, idempotencyKey: 'order-12-2' })).resolves.toBeDefined();
  });

  test('needs another key when its parameters differ', async () => {
    const { provider, request } = await useProvider();
    await provider.createSession(request);
    await expect(provider.createSession({ ...request, amountCents: 999 })).rejects.toMatchObject({
      name: 'PaymentKeySpent',
    });
  });

  test('is refused permanently when the provider will never accept it', async () => {
    const { stripe, provider, request } = await useProvider();
    const late = { ...request, expiresAt: inMinutes(5), idempotencyKey: 'late' };
    await expect(provider.createSession(late)).rejects.toMatchObject({ name: 'PaymentRefused' });
    await expect(provider.getSession('cs_test_missing')).rejects.toMatchObject({ name: 'PaymentRefused' });
    const { url: apiBase, webhookSecret } = stripe;
    const stranger = createStripeProvider({ name: 'stripe', secretKey: 'sk_test_x', webhookSecret, apiBase });
    await expect(stranger.createSession(request)).rejects.toMatchObject({ name: 'PaymentUnavailable' });
  });

  test('reveals nothing about a session when refused for a reason other than its absence', async () => {
    const { stripe, provider, request } = await useProvider();
    const { sessionId } = await provider.createSession(request);
    stripe.breakNext(/^GET/, 'refuse');
    await expect(provider.getSession(sessionId)).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    expect(await provider.getSession(sessionId)).toMatchObject({ status: 'open' });
  });

  test('does not accept an answer that is not a session', async () => {
    const { stripe, provider, request } = await useProvider();
    stripe.breakNext(/^POST/, 'bare 404');
    await expect(provider.createSession(request)).rejects.toMatchObject({ name: 'PaymentUnavailable' });
    stripe.breakNext(/^GET/, 'bare 404');
    await expect(provider.getSession('cs_test_x')).rejects.toMatchObject({ name: 'PaymentUnavailable' });
  });
});

describe('a key', () => {
  test.each([
    ['sk_live_a', true],
    ['sk_test_a', false],
    ['rk_live_a', true],
    ['rk_test_a', false],
  ])('%s is live: %s', (secretKey, isLive) => {
    expect(createStripeProvider({ name: 'stripe', secretKey, webhookSecret: 'whsec_a' }).isLive).toBe(isLive);
  });

  test.each([
    ["Enabling Disputes Read ('dispute_read') permissions on this key", 'dispute_read'],
    ["Having the 'rak_charge_write' permission would allow", 'charge_write'],
    ['The required permissions are not available for use by restricted keys.', 'unknown'],
  ])('without a permission is refused with its name: %s', async (message, permission) => {
    const { stripe, provider, request } = await useProvider();
    stripe.breakNext(/^POST/, { forbid: `The provided key 'rk_live_*wxyz' does not have it. ${message}` });
    const refused = provider.createSession(request);
    await expect(refused).rejects.toMatchObject({ name: 'PaymentNotPermitted', permission });
    await expect(refused).rejects.not.toThrow(/rk_live/);
  });
});

const verifier = (webhookSecret: string) =>
  createStripeProvider({ name: 'stripe', secretKey: 'sk_test_x', webhookSecret });

describe('a webhook', () => {
  const body = Buffer.from(
    '{"id":"evt_1","object":"event","type":"x","livemode":false,"data":{"object":{}}}',
  );
  const sign = (secret: string, timestamp?: number) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: String(body),
      secret,
      ...(timestamp && { timestamp }),
    });

  test('is accepted when it is signed', () => {
    expect(verifier('whsec_a').parseWebhook(body, sign('whsec_a'))).toMatchObject({ eventId: 'evt_1' });
  });

  test.each([
    ['another secret', body, sign('whsec_b')],
    ['no signature', body, undefined],
    ['an empty signature', body, ''],
    ['an old signature', body, sign('whsec_a', Math.floor(Date.now() / 1000) - 301)],
    [
      'other bytes of the same JSON',
      Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)),
      sign('whsec_a'),
    ],
  ])('with %s is refused', (_, bytes, signature) => {
    expect(() => verifier('whsec_a').parseWebhook(bytes, signature)).toThrow(
      expect.objectContaining({ name: 'BadSignature' }),
    );
  });

  test('is refused without a secret, even when signed with an empty one', () => {
    expect(verifier('').acceptsWebhooks).toBe(false);
    expect(() => verifier('').parseWebhook(body, sign('x'))).toThrow(
      expect.objectContaining({ name: 'BadSignature' }),
    );
  });
});
