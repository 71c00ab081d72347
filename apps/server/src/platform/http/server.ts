import { randomUUID } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { answerUnreadable } from './client-errors.ts';
import { contentSecurityPolicy, type PolicySources } from './content-security-policy.ts';
import { endConnectionsInDrain } from './drain.ts';
import { answerFailure, handleErrors, refuseUnknownAddress } from './error-handler.ts';
import { answerHeadRequests } from './head-requests.ts';
import type { PublicCache } from './public-cache.ts';
import { createSerializer } from './serialize.ts';

/** Larger JSON bodies are refused with 413. Uploads have their own limit. */
const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Without these, Fastify loads compilers of JSON Schema that nothing uses. Typed as an object, because its types know no
 * other schemas here.
 */
const zodAlone = (log: Logger): object => ({
  buildValidator: () => validatorCompiler,
  buildSerializer: () => createSerializer(log),
});

export type ServerOptions = Omit<PolicySources, 'inlineStyleHashes'> & {
  log: Logger;
  metrics: Metrics;
  /** Answers what it has before the framework. */
  cache: PublicCache;
  /** The proxies whose X-Forwarded-For is trusted: their number, or their addresses. */
  trustProxy: number | string[];
};

/** A Fastify server with the portal's error body, security headers, logs and metrics. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const headers = securityHeaders(options);
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Closes idle keep-alive connections; endConnectionsInDrain() handles the others.
    forceCloseConnections: 'idle',
    // A proxy that has sent a request repeats it neither after 503 nor, if it writes, after a lost connection.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    // Failures before routing, such as `%zz` in the path. They skip the hook that sets the headers.
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply.headers(headers)),
    clientErrorHandler: answerUnreadable,
    schemaController: { compilersFactory: zodAlone(options.log) },
  });
  answerHeadRequests(app);
  readJsonAlone(app);
  handleErrors(app);
  observeRequests(app, options.metrics);
  endConnectionsInDrain(app);
  // Debug logs need what only the framework knows of a request, such as the address behind a proxy.
  if (!options.log.isLevelEnabled('debug')) answerFromCache(app.server, { ...options, headers });
  // Callbacks are cheaper than promises, and hooks run for each request.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400) reply.header('x-request-id', request.id);
    done();
  });
  return app;
}

/** Answers unknown addresses below the API as JSON, and leaves the others to the pages. */
export function answerUnknownApiPaths(app: FastifyInstance): void {
  for (const url of [API_BASE, `${API_BASE}/*`]) {
    const schema = { hide: true };
    app.all(url, { schema, preParsing: refuseUnknownAddress }, refuseUnknownAddress);
  }
}

function trustedProxies(proxies: number | string[]) {
  if (typeof proxies !== 'number') return proxies;
  return proxies > 0 && ((_address: string, hop: number) => hop < proxies);
}

/** Accepts only JSON bodies. An empty body counts as none, because some clients send the content type without a body. */
function readJsonAlone(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null);
    return parseJson(request, body, done);
  });
}

function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and not the address, which may contain a reset token.
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode, elapsedTime } = reply;
    metrics.observeRequest({ method: request.method, route, statusCode, seconds: elapsedTime / 1000 });
    // The game polls the bridge every few seconds.
    const isPoll = request.method === 'GET' || route.startsWith(`${API_BASE}/bridge/`);
    const isRoutine = isPoll && statusCode < 500;
    request.log[isRoutine ? 'debug' : 'info'](
      { method: request.method, route, statusCode, ms: Math.round(elapsedTime), address: request.ip },
      'request',
    );
    done();
  });
}

/**
 * The browser's features that no page uses. Left out are those that may be of use to an operator's own pages and harm
 * nobody: clipboard, fullscreen and sharing ask the user or need a click; and passkeys. Source: OWASP Secure Headers Project
 */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** The security headers of every response, built once. Source: https://owasp.org/www-project-secure-headers/ */
function securityHeaders(options: ServerOptions) {
  const isHttps = options.publicOrigin.startsWith('https:');
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
