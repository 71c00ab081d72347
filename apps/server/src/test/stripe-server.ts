import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import { createStripeBooks, type StripeBooks, type StripeObject } from './stripe/stripe-books.ts';
import { type Answer, answerRequest, type Call, type Keys } from './stripe/stripe-api.ts';
import { parseForm } from './stripe/stripe-parameters.ts';
import type { Permission } from './stripe/stripe-permissions.ts';

/**
 * What goes wrong with the next call of a path. `die` and `hang` come before or after the work is done;
 * `500` is kept under the idempotency key, as Stripe does; `bare 404` is one that the SDK takes for a success.
 */
export type Fault =
  | 'die'
  | 'die after'
  | 'hang'
  | 'hang after'
  | '500'
  | 'refuse'
  | 'bare 404'
  | { forbid: string }
  | { delayMs: number }
  | { answerAfterMs: number }
  | { workAfter: Promise<unknown> }
  | { answerAfter: Promise<unknown> };

export type StripeServer = {
  /** For STRIPE_API_BASE. */
  url: string;
  secretKey: string;
  /** A key that may do only what `grantOnly` says; at first, nothing. */
  restrictedKey: string;
  /** Sets what the restricted key may do, by names such as `charge_write`. */
  grantOnly: (...permissions: Permission[]) => void;
  webhookSecret: string;
  books: StripeBooks;
  /** Every call that came in, oldest first. */
  calls: Call[];
  /** Queues faults for calls whose `METHOD path` matches; each is used once. */
  breakNext: (matching: RegExp, ...faults: Fault[]) => void;
  /** Posts an event as Stripe does: signed over the very bytes. */
  post: (webhookUrl: string, event: StripeObject, changes?: WebhookChanges) => Promise<Response>;
  close: () => Promise<void>;
};

export type WebhookChanges = {
  secret?: string;
  body?: string;
  signature?: string | null;
  timestamp?: number;
};

type StoredAnswer = { fingerprint: string; answer: Answer | undefined };

/** A Stripe-shaped server on loopback that refuses every request the real one would refuse. */
export async function startStripeServer(): Promise<StripeServer> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const restrictedKey = `rk_test_${randomBytes(12).toString('hex')}`;
  const keys: Keys = { secretKey, restrictedKey, permissions: new Set() };
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const books = createStripeBooks();
  const calls: Call[] = [];
  const faults: { matching: RegExp; fault: Fault }[] = [];
  const stored = new Map<string, StoredAnswer>();
  const server = createServer((request, response) => {
    void (async () => {
      const call = await readCall(request);
      calls.push(call);
      const index = faults.findIndex(({ matching }) => matching.test(`${call.method} ${call.path}`));
      const fault = index === -1 ? undefined : faults.splice(index, 1)[0]?.fault;
      await serve({ call, fault, request, response, keys, books, stored });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    restrictedKey,
    grantOnly: (...permissions) => void (keys.permissions = new Set(permissions)),
    webhookSecret,
    books,
    calls,
    breakNext: (matching, ...next) => void faults.push(...next.map((fault) => ({ matching, fault }))),
    post: async (webhookUrl, event, changes) => {
      const response = await postWebhook(webhookUrl, event, { secret: webhookSecret, ...changes });
      if (response.ok) books.acknowledge(event.id);
      return response;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same, closed when the running test ends. */
export async function useStripeServer(): Promise<StripeServer> {
  const server = await startStripeServer();
  onTestFinished(server.close);
  return server;
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://stripe.test');
  const method = request.method ?? 'GET';
  return {
    method,
    path: url.pathname,
    parameters: parseForm(method === 'GET' ? url.searchParams : new URLSearchParams(body)),
    fingerprint: `${url.pathname} ${body}`,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    authorization: headerOf(request, 'authorization'),
    version: headerOf(request, 'stripe-version'),
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function serve({
  call,
  fault,
  request,
  response,
  keys,
  books,
  stored,
}: {
  call: Call;
  fault: Fault | undefined;
  request: IncomingMessage;
  response: ServerResponse;
  keys: Keys;
  books: StripeBooks;
  stored: Map<string, StoredAnswer>;
}): Promise<void> {
  if (fault === 'die') return void request.socket.destroy();
  if (fault === 'hang') return;
  if (fault === 'bare 404') return send(response, { status: 404, body: { message: 'nothing here' } });
  const answer = await withIdempotency({ call, stored }, async () => {
    if (typeof fault === 'object' && 'delayMs' in fault) await sleep(fault.delayMs);
    if (typeof fault === 'object' && 'workAfter' in fault) await fault.workAfter;
    if (fault === '500') return failure(500, { type: 'api_error', message: 'Something broke.' });
    if (fault === 'refuse') return failure(400, { type: 'invalid_request_error', message: 'Not like this.' });
    if (typeof fault === 'object' && 'forbid' in fault)
      return failure(403, { type: 'invalid_request_error', message: fault.forbid });
    return answerRequest({ call, keys, books });
  });
  call.answer = answer;
  if (typeof fault === 'object' && 'answerAfterMs' in fault) await sleep(fault.answerAfterMs);
  if (typeof fault === 'object' && 'answerAfter' in fault) await fault.answerAfter;
  if (fault === 'die after') return void request.socket.destroy();
  if (fault === 'hang after') return;
  send(response, answer);
}

/** Source: https://docs.stripe.com/api/idempotent_requests */
async function withIdempotency(
  { call, stored }: { call: Call; stored: Map<string, StoredAnswer> },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey: key, fingerprint } = call;
  if (call.method !== 'POST' || key === undefined) return work();
  const known = stored.get(key);
  if (known && known.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters: ${key}`;
    return failure(400, { type: 'idempotency_error', message });
  }
  if (known?.answer) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } };
  if (known) {
    const message = 'There is currently another in-progress request using this key.';
    return failure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
  }
  const entry: StoredAnswer = { fingerprint, answer: undefined };
  stored.set(key, entry);
  const answer = await work();
  // What was refused before anything was done is not kept.
  if (answer.status >= 400 && answer.status < 500) stored.delete(key);
  else entry.answer = answer;
  return answer;
}

function failure(status: number, error: Record<string, string>): Answer {
  return { status, body: { error }, headers: status === 500 ? { 'stripe-should-retry': 'false' } : {} };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(6).toString('hex')}`,
    ...headers,
  });
  response.end(JSON.stringify(body));
}

async function postWebhook(
  webhookUrl: string,
  event: StripeObject,
  { secret = '', body = JSON.stringify(event, null, 2), signature, timestamp }: WebhookChanges,
): Promise<Response> {
  const payload = JSON.stringify(event, null, 2);
  const signed =
    signature === undefined
      ? Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) })
      : signature;
  return fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signed !== null && { 'stripe-signature': signed }) },
    body,
  });
}
