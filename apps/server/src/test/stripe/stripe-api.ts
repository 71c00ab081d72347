import { parameterFaults, type Parameters } from './stripe-parameters.ts';
import type { StripeBooks, StripeObject } from './stripe-books.ts';
import { listDisputes, listEvents, listNewest, listRefunds, listSessions } from './stripe-lists.ts';
import { type Permission, requirePermission } from './stripe-permissions.ts';
import { Refusal } from './stripe-refusal.ts';

export type Call = {
  method: string;
  path: string;
  parameters: Parameters;
  fingerprint: string;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
  version: string | undefined;
  /** Set as soon as the work is done. */
  answer?: Answer;
};

export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

const API_VERSION = '2026-10-28.endive';
const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;

/** Of the account: one key for everything, and one that may do what is granted. */
export type Keys = { secretKey: string; restrictedKey: string; permissions: ReadonlySet<string> };

type Operation = {
  name: string;
  matches: RegExp;
  needs: Permission;
  run: (books: StripeBooks, id: string, parameters: Parameters) => StripeObject;
};

const OPERATIONS: Operation[] = [
  {
    name: 'post_checkout_sessions',
    matches: /^POST \/v1\/checkout\/sessions$/,
    needs: 'checkout_session_write',
    run: createSession,
  },
  {
    name: 'expire_checkout_session',
    matches: /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
    needs: 'checkout_session_write',
    run: (books, id) => {
      const session = books.getSession(id);
      if (session.status !== 'open')
        throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
      books.expire(id);
      return books.presentSession(id, []);
    },
  },
  {
    name: 'retrieve_checkout_session',
    matches: /^GET \/v1\/checkout\/sessions\/(\w+)$/,
    needs: 'checkout_session_read',
    run: (books, id, { expand }) => books.presentSession(id, Array.isArray(expand) ? expand : []),
  },
  {
    name: 'retrieve_payment_intent',
    matches: /^GET \/v1\/payment_intents\/(\w+)$/,
    needs: 'payment_intent_read',
    run: (books, id) => books.presentPayment(id, false),
  },
  {
    name: 'post_refunds',
    matches: /^POST \/v1\/refunds$/,
    needs: 'charge_write',
    run: (books, _, { payment_intent: payment, amount }) => {
      const session = books.findSessionOfPayment(String(payment));
      if (!session) throw new Refusal(404, `No such payment_intent: '${String(payment)}'`);
      const left = Number(session.amount_total) - books.refundedCents(session.id);
      const asked = amount === undefined ? left : Number(amount);
      if (left === 0) throw new Refusal(400, 'Charge has already been refunded.', 'charge_already_refunded');
      if (asked > left) throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge.');
      return books.refund(session.id, asked).refund;
    },
  },
  { name: 'list_refunds', matches: /^GET \/v1\/refunds$/, needs: 'charge_read', run: listRefunds },
  { name: 'list_disputes', matches: /^GET \/v1\/disputes$/, needs: 'dispute_read', run: listDisputes },
  { name: 'list_events', matches: /^GET \/v1\/events$/, needs: 'event_read', run: listEvents },
  {
    name: 'list_checkout_sessions',
    matches: /^GET \/v1\/checkout\/sessions$/,
    needs: 'checkout_session_read',
    run: listSessions,
  },
  {
    name: 'list_balance_transactions',
    matches: /^GET \/v1\/balance_transactions$/,
    needs: 'balance_transaction_source_read',
    run: ({ balance }, _, { created, payout, expand, ...page }) => {
      const isExpanded = Array.isArray(expand) && expand.includes('data.source');
      const found = balance.transactions.filter(
        (one) => isWithin(one, created) && (payout === undefined || one.payout === payout),
      );
      return listOf('/v1/balance_transactions', found, page, ({ payout: _payout, ...shown }) => ({
        ...shown,
        source: isExpanded ? shown.source : shown.source.id,
      }));
    },
  },
  {
    name: 'get_account',
    matches: /^GET \/v1\/account$/,
    needs: 'account_read',
    run: () => ({
      id: 'acct_test',
      object: 'account',
      settings: { dashboard: { display_name: "Owner's Realm Ltd" } },
    }),
  },
  {
    name: 'list_payouts',
    matches: /^GET \/v1\/payouts$/,
    needs: 'payout_read',
    run: ({ balance }, _, { created, ...page }) =>
      listOf(
        '/v1/payouts',
        balance.payouts.filter((one) => isWithin(one, created)),
        page,
      ),
  },
  {
    name: 'list_payment_intents',
    matches: /^GET \/v1\/payment_intents$/,
    needs: 'payment_intent_read',
    run: listNewest('/v1/payment_intents', (books) => books.payments()),
  },
  {
    name: 'list_charges',
    matches: /^GET \/v1\/charges$/,
    needs: 'charge_read',
    run: listNewest('/v1/charges', (books) => books.charges()),
  },
  {
    name: 'list_webhook_endpoints',
    matches: /^GET \/v1\/webhook_endpoints$/,
    needs: 'webhook_read',
    run: listNewest('/v1/webhook_endpoints', (books) => books.webhookEndpoints),
  },
  {
    name: 'post_webhook_endpoints',
    matches: /^POST \/v1\/webhook_endpoints$/,
    needs: 'webhook_write',
    run: (books, _, parameters) => {
      const { url, enabled_events: kinds, api_version: version } = parameters;
      if (!String(url).startsWith('https://'))
        throw new Refusal(400, 'Invalid URL: URL must be publicly accessible.', 'url_invalid', 'url');
      if (version !== API_VERSION) throw new Refusal(400, `Invalid API version: ${String(version)}`);
      const endpoint = books.addWebhookEndpoint({ url: String(url), enabled_events: kinds as string[] });
      // Shown this once.
      return { ...endpoint, secret: `whsec_${endpoint.id}` };
    },
  },
  {
    name: 'update_webhook_endpoint',
    matches: /^POST \/v1\/webhook_endpoints\/(\w+)$/,
    needs: 'webhook_write',
    run: (books, id, { disabled, enabled_events: kinds }) => {
      const endpoint = books.getWebhookEndpoint(id);
      if (disabled !== undefined) endpoint.status = disabled === true ? 'disabled' : 'enabled';
      if (kinds !== undefined) endpoint.enabled_events = kinds;
      return endpoint;
    },
  },
  {
    name: 'delete_webhook_endpoint',
    matches: /^DELETE \/v1\/webhook_endpoints\/(\w+)$/,
    needs: 'webhook_write',
    run: (books, id) => {
      const endpoint = books.getWebhookEndpoint(id);
      books.webhookEndpoints.splice(books.webhookEndpoints.indexOf(endpoint), 1);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];

/** Newest first, and one page of it. Source: https://docs.stripe.com/api/pagination */
function listOf(
  url: string,
  objects: StripeObject[],
  { limit, starting_after: after }: Parameters,
  show: (object: StripeObject) => object = (object) => object,
): StripeObject {
  const start = objects.findIndex(({ id }) => id === after) + 1;
  const data = objects.slice(start, start + Number(limit ?? 10));
  const hasMore = start + data.length < objects.length;
  return { id: '', object: 'list', has_more: hasMore, url, data: data.map(show) };
}

function isWithin({ created }: StripeObject, range: unknown): boolean {
  const { gte, lt } = { gte: 0, lt: Infinity, ...(range as { gte?: number; lt?: number } | undefined) };
  return created >= gte && created < lt;
}

/** Answers one call as Stripe would: key, version, parameters, then the books. */
export async function answerRequest({
  call,
  keys,
  books,
}: {
  call: Call;
  keys: Keys;
  books: StripeBooks;
}): Promise<Answer> {
  try {
    const isRestricted = call.authorization === `Bearer ${keys.restrictedKey}`;
    if (call.authorization !== `Bearer ${keys.secretKey}` && !isRestricted)
      throw new Refusal(401, 'Invalid API Key provided.');
    if (call.version !== API_VERSION) throw new Refusal(400, `Invalid Stripe API version: ${call.version}`);
    const spelled = `${call.method} ${call.path}`;
    const operation = OPERATIONS.find(({ matches }) => matches.test(spelled));
    if (!operation) throw new Refusal(404, `Unrecognized request URL (${spelled}).`);
    if (isRestricted) requirePermission(keys.permissions, operation.needs);
    const faults = parameterFaults(operation.name, call.parameters);
    if (faults !== undefined) throw new Refusal(400, faults, 'parameter_invalid');
    const id = operation.matches.exec(spelled)?.[1] ?? '';
    // As of this moment, even when the answer arrives late.
    return { status: 200, body: structuredClone(operation.run(books, id, call.parameters)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, code, parameter: param } = error;
    const details = { message, ...(code && { code }), ...(param && { param }) };
    return { status, body: { error: { type: 'invalid_request_error', ...details } } };
  }
}

/** Options that depend on the account, or that the schema says too little about. */
function refuseOptions({ account }: StripeBooks, parameters: Parameters): void {
  const { consent_collection: consent, customer_email: email, payment_intent_data: payment } = parameters;
  // Without a code, and without the parameter's name.
  if ((consent as { terms_of_service?: string } | undefined)?.terms_of_service && !account.termsUrl)
    throw new Refusal(
      400,
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details in the Dashboard https://dashboard.stripe.com/settings/public with a Terms of service URL to collect terms of service consent.',
    );
  if (typeof email === 'string' && !/^[!-~]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/.test(email))
    throw new Refusal(400, `Invalid email address: ${email}`, 'email_invalid', 'customer_email');
  const suffix = (payment as { statement_descriptor_suffix?: string } | undefined)
    ?.statement_descriptor_suffix;
  if (suffix !== undefined && (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix)))
    throw new Refusal(
      400,
      'The statement descriptor suffix is invalid.',
      'parameter_invalid',
      'payment_intent_data[statement_descriptor_suffix]',
    );
}

function createSession(books: StripeBooks, _: string, parameters: Parameters): StripeObject {
  const { mode, line_items: lines, success_url: successUrl, expires_at: expiresAt } = parameters;
  if (mode !== 'payment') throw new Refusal(400, 'This server sells one-time payments alone.');
  if (typeof successUrl !== 'string') throw new Refusal(400, 'Missing required param: success_url.');
  if (!Array.isArray(lines) || lines.length === 0)
    throw new Refusal(400, 'Missing required param: line_items.');
  const seconds = Number(expiresAt) - Math.floor(books.now() / 1000);
  if (expiresAt !== undefined && (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS))
    throw new Refusal(400, 'The `expires_at` timestamp must be at least 30 minutes from now.');
  refuseOptions(books, parameters);
  const [{ quantity, price_data: price }] = lines;
  if (!price || price.unit_amount < 50)
    throw new Refusal(400, 'The total amount must be at least €0.50 eur.', 'amount_too_small');
  return books.openSession({
    amount: Number(quantity) * Number(price.unit_amount),
    currency: price.currency,
    parameters,
  });
}
