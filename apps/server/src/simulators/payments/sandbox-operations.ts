import * as z from 'zod';
import { createToken } from '#platform/auth/tokens.ts';
import type { Transaction } from '#platform/db/database.ts';
import { applyAction, lockSession, type SandboxDependencies } from './sandbox-actions.service.ts';
import { listPayouts, listTransactions, payoutList, transactionList } from './sandbox-balance.ts';
import { newId, refundableCents } from './sandbox-rules.ts';
import { insertSession, selectEventBodies, selectSessionOfPayment } from './sandbox.queries.ts';
import type { SandboxSessionRow } from './sandbox.tables.ts';
import { type FormParameters, parseForm } from './stripe-form.ts';
import {
  presentDispute,
  presentList,
  presentPaymentIntent,
  presentRefund,
  presentSession,
} from './stripe-objects.ts';
import { Refusal } from './stripe-refusal.ts';

export type Scope = Pick<SandboxDependencies, 'jobs'> & { tx: Transaction; publicOrigin: string };

const SHORTEST_MINUTES = 30;
const LONGEST_MINUTES = 24 * 60;
const SMALLEST_CENTS = 50;

type Operation = {
  matches: RegExp;
  run: (scope: Scope, id: string, parameters: FormParameters) => Promise<object>;
};

/**
 * Runs the operation that a request names.
 *
 * @throws Refusal where Stripe would answer with an error
 */
export function runOperation(
  scope: Scope,
  { method, path, form }: { method: string; path: string; form: string },
): Promise<object> {
  const request = `${method} ${path}`;
  const found = OPERATIONS.find(({ matches }) => matches.test(request));
  if (!found) throw new Refusal(404, `Unrecognized request URL (${request}).`);
  return found.run(scope, found.matches.exec(request)?.[1] ?? '', parseForm(form));
}

function operation<Parameters>(
  matches: RegExp,
  schema: z.ZodType<Parameters>,
  work: (scope: Scope, call: { id: string; parameters: Parameters }) => Promise<object>,
): Operation {
  return {
    matches,
    run: (scope, id, given) => {
      const parsed = schema.safeParse(given);
      if (parsed.success) return work(scope, { id, parameters: parsed.data });
      const [issue] = parsed.error.issues;
      throw new Refusal(400, `Invalid ${issue?.path.join('.')}: ${issue?.message}`, 'parameter_invalid');
    },
  };
}

const webUrl = z.url({ protocol: /^https?$/ }).max(2000);
const metadata = z.record(z.string().max(40), z.string().max(500)).default({});
const count = z.coerce.number().int().positive();
const expandable = z.object({ expand: z.array(z.string()).max(20).default([]) });

const sessionParameters = z.object({
  mode: z.literal('payment'),
  client_reference_id: z.string().max(200).optional(),
  metadata,
  payment_intent_data: z
    .object({ metadata, statement_descriptor_suffix: z.string().max(22).optional() })
    .default({ metadata: {} }),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).default('pay'),
  customer_email: z.email().max(800).optional(),
  consent_collection: z.object({ terms_of_service: z.enum(['required', 'none']).optional() }).optional(),
  custom_text: z
    .object({ terms_of_service_acceptance: z.object({ message: z.string().max(1200) }).optional() })
    .optional(),
  line_items: z.tuple([
    z.object({
      quantity: count,
      price_data: z.object({
        currency: z.string().regex(/^[a-z]{3}$/),
        unit_amount: count.max(99_999_999),
        product_data: z.object({ name: z.string().min(1).max(250) }),
      }),
    }),
  ]),
  expires_at: count.optional(),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
});

const OPERATIONS: Operation[] = [
  operation(/^POST \/v1\/checkout\/sessions$/, sessionParameters, openSession),
  operation(
    /^GET \/v1\/checkout\/sessions$/,
    z.object({ payment_intent: z.string(), limit: count.max(100).default(10) }),
    async ({ tx }, { parameters }) => {
      const session = await selectSessionOfPayment(tx, parameters.payment_intent);
      return presentList('/v1/checkout/sessions', session ? [presentSession(session)] : []);
    },
  ),
  operation(/^GET \/v1\/checkout\/sessions\/(\w+)$/, expandable, async (scope, { id, parameters }) =>
    presentSession(await getSession(scope, id), { expands: parameters.expand }),
  ),
  operation(/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, expandable, async (scope, { id }) => {
    const ended = await applyAction(scope.tx, scope, await getSession(scope, id), { action: 'expire' });
    if (!ended) throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    return presentSession(ended.session);
  }),
  operation(/^GET \/v1\/payment_intents\/(\w+)$/, expandable, async (scope, { id, parameters }) => {
    const withCharge = parameters.expand.includes('latest_charge');
    const payment = presentPaymentIntent(await getSessionOfPayment(scope, id), { withCharge });
    return payment ?? missing('payment_intent', id);
  }),
  operation(
    /^POST \/v1\/refunds$/,
    z.object({ payment_intent: z.string(), amount: count.optional() }),
    (scope, { parameters }) => refund(scope, parameters.payment_intent, parameters.amount),
  ),
  operation(/^GET \/v1\/balance_transactions$/, transactionList, ({ tx }, { parameters }) =>
    listTransactions(tx, parameters),
  ),
  operation(/^GET \/v1\/payouts$/, payoutList, ({ tx }, { parameters }) => listPayouts(tx, parameters)),
  operation(
    /^GET \/v1\/disputes$/,
    z.object({ payment_intent: z.string() }),
    async ({ tx }, { parameters }) => {
      const session = await selectSessionOfPayment(tx, parameters.payment_intent);
      return presentList('/v1/disputes', session ? [presentDispute(session)] : []);
    },
  ),
  operation(
    /^GET \/v1\/events$/,
    z.object({
      types: z.array(z.string()).max(20).optional(),
      delivery_success: z.stringbool().optional(),
      limit: count.max(100).default(10),
    }),
    async ({ tx }, { parameters: { types: kinds, delivery_success: isDelivered, limit } }) => {
      const filter = { kinds, limit, ...(isDelivered !== undefined && { isDelivered }) };
      const bodies = await selectEventBodies(tx, filter);
      return presentList(
        '/v1/events',
        bodies.map((body) => JSON.parse(body)),
      );
    },
  ),
];

async function openSession(
  { tx, publicOrigin }: Scope,
  { parameters }: { parameters: z.infer<typeof sessionParameters> },
): Promise<object> {
  const [{ quantity, price_data: price }] = parameters.line_items;
  const amountCents = quantity * price.unit_amount;
  if (amountCents < SMALLEST_CENTS)
    throw new Refusal(400, 'The total amount must be at least 50 cents.', 'amount_too_small');
  const id = newId('cs');
  const session = await insertSession(tx, {
    id,
    amountCents,
    productName: price.product_data.name,
    currency: price.currency,
    clientReferenceId: parameters.client_reference_id ?? null,
    metadata: parameters.metadata,
    paymentMetadata: parameters.payment_intent_data.metadata,
    successUrl: parameters.success_url,
    cancelUrl: parameters.cancel_url ?? null,
    url: `${publicOrigin}/sandbox/checkout/${id}`,
    formToken: createToken(),
    submitType: parameters.submit_type,
    customerEmail: parameters.customer_email ?? null,
    statementSuffix: parameters.payment_intent_data.statement_descriptor_suffix ?? null,
    termsMessage: termsOf(parameters),
    expiresAt: expiryOf(parameters.expires_at, new Date()),
  });
  return presentSession(session);
}

/** The sandbox's account always names its terms. */
function termsOf({
  consent_collection: consent,
  custom_text: text,
}: z.infer<typeof sessionParameters>): string | null {
  if (consent?.terms_of_service !== 'required') return null;
  return text?.terms_of_service_acceptance?.message ?? 'I agree to the terms of service.';
}

function expiryOf(seconds: number | undefined, now: Date): Date {
  if (seconds === undefined) return new Date(now.getTime() + LONGEST_MINUTES * 60_000);
  const minutes = (seconds * 1000 - now.getTime()) / 60_000;
  if (minutes < SHORTEST_MINUTES || minutes > LONGEST_MINUTES)
    throw new Refusal(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.');
  return new Date(seconds * 1000);
}

async function refund(scope: Scope, paymentIntentId: string, amount: number | undefined): Promise<object> {
  const session = await getSessionOfPayment(scope, paymentIntentId);
  const left = refundableCents(session);
  if (session.disputeStatus === 'needs_response' || session.disputeStatus === 'lost')
    throw new Refusal(400, 'This charge has been charged back and cannot be refunded.', 'charge_disputed');
  if (session.chargeId === null)
    throw new Refusal(400, 'This PaymentIntent has no successful charge to refund.');
  if (left === 0) throw new Refusal(400, 'Charge has already been refunded.', 'charge_already_refunded');
  const done = await applyAction(scope.tx, scope, session, { action: 'refund', refundCents: amount ?? left });
  if (!done?.refund)
    throw new Refusal(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
    );
  return presentRefund(done.session, done.refund);
}

async function getSession(scope: Scope, id: string): Promise<SandboxSessionRow> {
  return (await lockSession(scope.tx, scope, id)) ?? missing('checkout.session', id);
}

async function getSessionOfPayment(scope: Scope, paymentIntentId: string): Promise<SandboxSessionRow> {
  const found = await selectSessionOfPayment(scope.tx, paymentIntentId);
  return found ? getSession(scope, found.id) : missing('payment_intent', paymentIntentId);
}

function missing(object: string, id: string): never {
  throw new Refusal(404, `No such ${object}: '${id}'`, 'resource_missing');
}
