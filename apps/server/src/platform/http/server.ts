import { randomUUID } from 'node:crypto';
import { API_BASE } from '@waygate/contract/endpoint';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { notFound } from '#platform/errors/app-error.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { handleErrors, sendError } from './error-handler.ts';

/** Larger JSON bodies are refused with 413; uploads state a limit of their own. */
const BODY_LIMIT_BYTES = 256 * 1024;

export type ServerOptions = {
  log: Logger;
  metrics: Metrics;
  /** Which proxies' X-Forwarded-For is believed. */
  trustProxy: boolean | string[];
  /** Scheme and host visitors use; https turns on HSTS. */
  publicOrigin: string;
  /** CSP hashes of the inline scripts of the page template. */
  inlineScriptHashes: string[];
  /** Vite's development client needs inline scripts and a socket. */
  isDevelopment?: boolean;
};

/** A Fastify server with the portal's error body, security headers, logs and metrics. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Ends idle keep-alive connections at close, so that a stop takes no longer than its requests.
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  observeRequests(app, options.metrics);
  await app.register(helmet, securityHeaders(options));
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400) reply.header('x-request-id', request.id);
  });
  return app;
}

/** Answers unknown addresses below the API as JSON, and leaves the others to the pages. */
export function answerUnknownApiPaths(app: FastifyInstance): void {
  for (const url of [API_BASE, `${API_BASE}/*`]) {
    app.all(url, { schema: { hide: true } }, (request, reply) =>
      sendError(request, reply, notFound('There is nothing at this address.')),
    );
  }
}

function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, never the address: addresses carry reset tokens.
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode, elapsedTime } = reply;
    metrics.observeRequest({ method: request.method, route, statusCode, seconds: elapsedTime / 1000 });
    // The game asks every few seconds whether there is something for it.
    const isPoll = request.method === 'GET' || route.startsWith(`${API_BASE}/bridge/`);
    const isRoutine = isPoll && statusCode < 500;
    request.log[isRoutine ? 'debug' : 'info'](
      { method: request.method, route, statusCode, ms: Math.round(elapsedTime), address: request.ip },
      'request',
    );
  });
}

function securityHeaders({ publicOrigin, inlineScriptHashes, isDevelopment = false }: ServerOptions) {
  const isHttps = publicOrigin.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", ...inlineScriptHashes],
        'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'img-src': ["'self'", 'data:', 'https:'],
        'connect-src': isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isHttps && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : (false as const),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    crossOriginEmbedderPolicy: false as const,
    xFrameOptions: { action: 'deny' as const },
  };
}
