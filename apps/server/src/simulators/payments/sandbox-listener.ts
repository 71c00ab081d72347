import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { isLocalHost } from '#platform/http/local-only.ts';
import { closeAtOnce, LOOPBACK, readBody } from '#platform/http/loopback-server.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { type Answer, answerCall, type Call, type Sandbox } from './sandbox-api.ts';

export type SandboxListener = {
  /** Scheme, host and port, for the SDK. */
  url: string;
  close: () => Promise<void>;
};

/** Serves the sandbox's API on its own port of the loopback interface. */
export async function listenForCalls(sandbox: Sandbox, log: Logger): Promise<SandboxListener> {
  const server = createServer((request, response) => {
    answerRequest(sandbox, request).then(
      (answer) => send(response, answer),
      (error) => {
        log.error({ err: error }, 'the payment sandbox failed');
        send(response, { status: 500, body: { error: { type: 'api_error', message: 'Something broke.' } } });
      },
    );
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () => closeAtOnce(server),
  };
}

async function answerRequest(sandbox: Sandbox, request: IncomingMessage): Promise<Answer> {
  // Any other host name could be a website's that resolves to this machine (DNS rebinding).
  if (!isLocalHost(request.headers.host))
    return { status: 403, body: { error: { type: 'invalid_request_error', message: 'Local calls only.' } } };
  const body = await readBody(request);
  if (body === undefined)
    return { status: 413, body: { error: { type: 'invalid_request_error', message: 'Too large.' } } };
  return answerCall(sandbox, callOf(request, body));
}

function callOf(request: IncomingMessage, body: string): Call {
  const { pathname, search } = new URL(request.url ?? '/', `http://${LOOPBACK}`);
  const method = request.method ?? 'GET';
  return {
    method,
    path: pathname,
    form: method === 'GET' ? search.slice(1) : body,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    authorization: headerOf(request, 'authorization'),
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function send(response: ServerResponse, { status, body, isReplayed = false }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': `req_${randomUUID()}`,
    // The sandbox stores no failures, so the same request may succeed.
    ...(status === 500 && { 'stripe-should-retry': 'true' }),
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(body));
}
