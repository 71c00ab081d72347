import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { isDraining } from './drain.ts';
import { chooseResponse, type PublicCache } from './public-cache.ts';

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

function answerIfCached(
  { url = '', headers: requested }: IncomingMessage,
  response: ServerResponse,
  { cache, metrics, headers: always }: Options,
): boolean {
  const startedAt = performance.now();
  const found = cache.findByAddress(url);
  // Failures carry the id of the request, which the framework makes.
  if (found?.answer.status !== 200) return false;
  const { address, answer } = found;
  const { status, headers, body } = chooseResponse(requested, answer);
  const length = body && { 'content-length': body.length };
  response.on('finish', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.observeRequest({ method: 'GET', route: address.route, statusCode: status, seconds });
  });
  response.writeHead(status, { ...always, ...address.headers, ...headers, ...length }).end(body);
  return true;
}
