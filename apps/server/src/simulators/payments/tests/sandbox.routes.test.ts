import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createPortal, usePortal } from '#test/account-journeys.ts';
import { createToken } from '#platform/auth/tokens.ts';
import { newId } from '#simulators/payments/sandbox-rules.ts';
import { insertSession } from '#simulators/payments/sandbox.queries.ts';
import { type SandboxSessionRow, sandboxSessions } from '#simulators/payments/sandbox.tables.ts';

const NAME = '<script>alert("x")</script> & "Lantern"';
const FORM = 'application/x-www-form-urlencoded';

const portal = await usePortal();

function openCheckout(changes: Partial<SandboxSessionRow> = {}): Promise<SandboxSessionRow> {
  const id = newId('cs');
  return insertSession(portal.parts.db, {
    id,
    productName: NAME,
    amountCents: 1250,
    currency: 'eur',
    metadata: {},
    paymentMetadata: {},
    successUrl: 'http://play.test/shop?payment=success&x="',
    cancelUrl: 'http://play.test/shop?payment=cancel',
    url: `http://play.test/sandbox/checkout/${id}`,
    formToken: createToken(),
    expiresAt: new Date(Date.now() + 1_800_000),
    ...changes,
  });
}

const view = (path: string) => portal.app.inject(path);

async function press(
  { id, formToken }: SandboxSessionRow,
  fields: Record<string, string>,
  form: 'checkout' | 'payments' = 'checkout',
) {
  const payload = new URLSearchParams({ token: formToken, ...fields }).toString();
  const headers = { 'content-type': FORM };
  const url = `/sandbox/${form}/${id}`;
  const { statusCode, headers: answered } = await portal.app.inject({
    method: 'POST',
    url,
    headers,
    payload,
  });
  return [statusCode, answered.location];
}

const refund = (session: SandboxSessionRow, amount: string) =>
  press(session, { action: 'refund', amount }, 'payments');

const now = async ({ id }: SandboxSessionRow) => {
  const [row] = await portal.parts.db.select().from(sandboxSessions).where(eq(sandboxSessions.id, id));
  return row;
};

describe('the checkout', () => {
  test('shows the product as text, its price, and that the payment is simulated', async () => {
    const { id } = await openCheckout();
    const response = await view(`/sandbox/checkout/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).not.toContain('<script');
    expect(response.body).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &quot;Lantern&quot;',
    );
    expect(response.body).toContain('€12.50');
    expect(response.body).toContain('no money moves');
    expect(response.body).toContain('href="http://play.test/shop?payment=cancel"');
  });

  test('loads nothing, cannot be framed, and limits where its forms go', async () => {
    const { id } = await openCheckout();
    const { headers, body } = await view(`/sandbox/checkout/${id}`);
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(String(headers['content-security-policy']).split(';')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "img-src 'self'",
      "form-action 'self' http://play.test",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  });

  test('redirects to the shop once when it is paid', async () => {
    const session = await openCheckout();
    expect(await press(session, { action: 'pay' })).toEqual([303, session.successUrl]);
    expect(await now(session)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
    const paid = await now(session);
    expect(await press(session, { action: 'pay' })).toEqual([303, `/sandbox/checkout/${session.id}`]);
    expect(await now(session)).toEqual(paid);
    const { body } = await view(`/sandbox/checkout/${session.id}`);
    expect(body).toContain('Return to the shop');
    expect(body).toContain('payment=success&amp;x=&quot;"');
  });

  test('shows a declined card and stays open', async () => {
    const session = await openCheckout();
    expect(await press(session, { action: 'decline' })).toEqual([303, `/sandbox/checkout/${session.id}`]);
    expect((await view(`/sandbox/checkout/${session.id}`)).body).toContain('Your card was declined.');
    expect(await press(session, { action: 'pay' })).toEqual([303, session.successUrl]);
  });

  test('lets a pending payment succeed or fail', async () => {
    const [good, bad] = [await openCheckout(), await openCheckout()];
    for (const session of [good, bad]) await press(session, { action: 'pay_later' });
    expect((await view(`/sandbox/checkout/${good.id}`)).body).toContain('Let it succeed');
    await press(good, { action: 'succeed' });
    await press(bad, { action: 'fail' });
    expect(await now(good)).toMatchObject({ paymentStatus: 'paid' });
    expect(await now(bad)).toMatchObject({ paymentStatus: 'unpaid', status: 'complete' });
    expect((await view(`/sandbox/checkout/${bad.id}`)).body).toContain('The payment failed');
  });

  test('accepts no payment after it expired', async () => {
    const session = await openCheckout({ expiresAt: new Date(Date.now() - 1000) });
    expect((await view(`/sandbox/checkout/${session.id}`)).body).toContain('This checkout has expired');
    expect(await press(session, { action: 'pay' })).toEqual([303, `/sandbox/checkout/${session.id}`]);
    expect(await now(session)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' });
  });
});

describe('a button', () => {
  test.each([
    ['without the token of its page', { token: '' }, 403],
    ['with a token that was made up', { token: createToken() }, 403],
    ['for what nobody can do', { action: 'steal' }, 400],
  ])('pressed %s does nothing', async (_, fields, status) => {
    const session = await openCheckout();
    expect(await press(session, { action: 'pay', ...fields })).toEqual([status, undefined]);
    expect(await press(session, { action: 'expire', ...fields }, 'payments')).toEqual([status, undefined]);
    expect(await now(session)).toEqual(session);
  });

  test('does nothing with the token of another payment', async () => {
    const [session, other] = [await openCheckout(), await openCheckout()];
    expect(await press({ ...session, formToken: other.formToken }, { action: 'pay' })).toEqual([
      403,
      undefined,
    ]);
    expect(await now(session)).toEqual(session);
  });

  test('is not found for an unknown payment', async () => {
    const unknown = { ...(await openCheckout()), id: newId('cs') };
    expect(await press(unknown, { action: 'pay' })).toEqual([404, undefined]);
    expect((await view(`/sandbox/checkout/${unknown.id}`)).statusCode).toBe(404);
    expect((await view('/sandbox/checkout/%00')).statusCode).toBe(404);
  });

  test('does nothing with a body that is too long or not a form', async () => {
    const session = await openCheckout();
    const post = async (payload: string, type: string) => {
      const options = { method: 'POST', url: `/sandbox/checkout/${session.id}`, payload } as const;
      return (await portal.app.inject({ ...options, headers: { 'content-type': type } })).statusCode;
    };
    expect(await post(JSON.stringify({ token: session.formToken, action: 'pay' }), 'application/json')).toBe(
      400,
    );
    expect(await post(`action=pay&token=${'x'.repeat(5000)}`, FORM)).toBe(413);
    expect(await now(session)).toEqual(session);
  });

  test('pays once when pressed twenty times at once', async () => {
    const session = await openCheckout();
    const answers = await Promise.all(Array.from({ length: 20 }, () => press(session, { action: 'pay' })));
    expect(answers.filter(([, location]) => location === session.successUrl)).toHaveLength(1);
  });
});

describe('the control page', () => {
  test('lists payments as text, with their possible actions', async () => {
    const session = await openCheckout();
    expect((await view('/sandbox')).body).toContain('Let it expire');
    await press(session, { action: 'pay' });
    const { body, headers } = await view('/sandbox');
    expect(body).not.toContain('<script');
    expect(body).toContain('value="12.50"');
    expect(body).toContain('Open a dispute');
    expect(body).toContain('checkout.session.completed: waiting to be delivered');
    expect(headers['content-security-policy']).toContain("form-action 'self';");
  });

  test('refunds a part and then the rest', async () => {
    const session = await openCheckout();
    await press(session, { action: 'pay' });
    expect(await refund(session, '2,5')).toEqual([303, `/sandbox#${session.id}`]);
    expect(await now(session)).toMatchObject({ refundedCents: 250 });
    expect(await refund(session, '10.00')).toEqual([303, `/sandbox#${session.id}`]);
    expect(await now(session)).toMatchObject({ refundedCents: 1250 });
  });

  test.each(['12.51', '0', '-1', '1.234', 'all', '', '1e2', '99999999'])(
    'does not refund "%s", and says so',
    async (amount) => {
      const session = await openCheckout();
      await press(session, { action: 'pay' });
      expect(await refund(session, amount)).toEqual([303, '/sandbox?problem=amount']);
      expect(await now(session)).toMatchObject({ refundedCents: 0 });
      expect((await view('/sandbox?problem=amount')).body).toContain('That cannot be refunded');
    },
  );

  test('opens a dispute, and loses or wins it', async () => {
    for (const [action, disputeStatus] of [
      ['win', 'won'],
      ['lose', 'lost'],
    ] as const) {
      const session = await openCheckout();
      await press(session, { action: 'pay' });
      await press(session, { action: 'dispute' }, 'payments');
      expect((await view('/sandbox')).body).toContain('Win the dispute');
      await press(session, { action }, 'payments');
      expect(await now(session)).toMatchObject({ disputeStatus });
    }
  });
});

test.each([
  ['in public mode', { mode: 'public' as const }],
  [
    'with a real provider',
    {
      payments: {
        provider: 'stripe' as const,
        secretKey: 'sk_test_x',
        webhookSecret: 'whsec_x',
        apiBase: undefined,
      },
    },
  ],
])('%s there is no sandbox', async (_, config) => {
  const other = await createPortal({ config });
  const addresses = [
    ['GET', '/sandbox'],
    ['GET', '/sandbox/checkout/:session'],
    ['POST', '/sandbox/checkout/:session'],
    ['POST', '/sandbox/payments/:session'],
  ] as const;
  await other.app.ready();
  expect(addresses.filter(([method, url]) => other.app.hasRoute({ method, url }))).toEqual([]);
  await portal.app.ready();
  expect(addresses.filter(([method, url]) => portal.app.hasRoute({ method, url }))).toEqual(addresses);
  await other.close();
});

describe('consent on the checkout', () => {
  const TERMS = 'I agree to the [terms](http://play.test/tos). No <b>withdrawal</b>.';

  test('is asked for by a checkbox with a link', async () => {
    const { id } = await openCheckout({
      termsMessage: TERMS,
      submitType: 'donate',
      customerEmail: 'a@b.test',
    });
    const { body } = await view(`/sandbox/checkout/${id}`);
    expect(body).toMatch(/<input type="checkbox" name="terms" value="accepted" required/);
    expect(body).toContain('<a href="http://play.test/tos" target="_blank" rel="noopener">terms</a>');
    expect(body).toContain('No &lt;b&gt;withdrawal&lt;/b&gt;.');
    expect(body).toContain('Donate €12.50');
    expect(body).toContain('Email: a@b.test');
  });

  test.each(['pay', 'pay_later'] as const)('is needed for %s', async (action) => {
    const session = await openCheckout({ termsMessage: TERMS });
    const page = `/sandbox/checkout/${session.id}`;
    expect(await press(session, { action })).toEqual([303, `${page}?problem=terms`]);
    // The control page has no such button, but its address takes every action.
    expect(await press(session, { action }, 'payments')).toEqual([303, `${page}?problem=terms`]);
    expect(await now(session)).toMatchObject({ status: 'open', termsAccepted: false });
    expect((await view(`${page}?problem=terms`)).body).toContain('Accept the terms before you pay.');
    await press(session, { action, terms: 'accepted' });
    expect(await now(session)).toMatchObject({ status: 'complete', termsAccepted: true });
  });

  test('is not needed to decline the card, nor where none is collected', async () => {
    const session = await openCheckout({ termsMessage: TERMS });
    await press(session, { action: 'decline' });
    expect(await now(session)).toMatchObject({ paymentIntentStatus: 'requires_payment_method' });
    const plain = await openCheckout();
    expect((await view(`/sandbox/checkout/${plain.id}`)).body).not.toContain('name="terms"');
    await press(plain, { action: 'pay' });
    expect(await now(plain)).toMatchObject({ status: 'complete', termsAccepted: false });
  });
});
