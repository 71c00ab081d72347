import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { isDraining } from './drain.ts';
import { type CachedAddress, chooseResponse, type PublicAnswer, type PublicCache } from './public-cache.ts';

type Options = {
  cache: PublicCache;
  metrics: Metrics;
  /** Sent with every response. */
  headers: Record<string, string>;
};

/**
 * Answers GET of remembered addresses from the cache before the framework, which costs more than the answer. The response
 * is the one that the framework would give, byte for byte. Everything else falls through to it.
 */
export function answerFromCache(server: Server, options: Options): void {
  const framework = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isDraining(server)) response.shouldKeepAlive = false;
    if (request.method === 'GET' && answerIfCached(request, response, options)) return;
    for (const listener of framework) listener.call(server, request, response);
  });
}

function answerIfCached(request: IncomingMessage, response: ServerResponse, options: Options): boolean {
  const startedAt = performance.now();
  const found = options.cache.findByAddress(request.url ?? '');
  // Failures carry the id of the request, which the framework makes.
  if (found?.answer.status !== 200) return false;
  const { status, headers, body } = respond(request.headers, found, options.headers);
  response.on('finish', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    options.metrics.observeRequest({
      method: 'GET',
      route: found.address.route,
      statusCode: status,
      seconds,
    });
  });
  response.writeHead(status, headers).end(body, 'latin1');
  return true;
}

/** Node writes text up to this length without allocating memory for it. */
const SHORT_BYTES = 15 * 1024;

type Found = { address: CachedAddress; answer: PublicAnswer };
type Response = {
  status: number;
  headers: Record<string, string | number>;
  /** Text in which each character is a byte, or a buffer. */
  body: string | Buffer | undefined;
};

/** The newest response with each answer: most browsers accept the same encodings. */
const newest = new WeakMap<PublicAnswer, { address: CachedAddress; accepted: string; response: Response }>();

/** @param always headers of every response */
function respond(
  requested: IncomingHttpHeaders,
  { address, answer }: Found,
  always: Record<string, string>,
): Response {
  const { 'accept-encoding': accepted = '', 'if-none-match': known } = requested;
  const last = known === undefined ? newest.get(answer) : undefined;
  if (last?.address === address && last.accepted === accepted) return last.response;
  const { status, headers, body } = chooseResponse(requested, answer);
  const length = body && { 'content-length': body.length };
  const response = {
    status,
    headers: { ...always, ...address.headers, ...headers, ...length },
    // Node sends headers and text by one call, and a buffer by another one, which costs more than the copy.
    body: body && body.length <= SHORT_BYTES ? body.toString('latin1') : body,
  };
  if (known === undefined) newest.set(answer, { address, accepted, response });
  return response;
}
