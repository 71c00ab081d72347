import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPortalState } from '#features/processes/processes.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { createDatabaseCheck } from '#platform/db/database-check.ts';
import { AppError, forbidden } from '#platform/errors/app-error.ts';
import { readVersion } from '#platform/files/read-version.ts';
import { isDirectFrom } from '#platform/http/address.ts';
import { isDraining } from '#platform/http/drain.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Parts } from './parts.ts';

const PRIVATE_ADDRESS = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/i;

/** Serves health, readiness and metrics for operators and their tools. */
export function serveOperations(
  app: FastifyInstance,
  { db, config, metrics }: Pick<Parts, 'db' | 'config' | 'metrics'>,
): void {
  const checkDatabase = createDatabaseCheck(db);
  const hidden = {
    schema: { hide: true },
    onSend: async (_request: FastifyRequest, reply: FastifyReply) =>
      void reply.header('cache-control', 'no-store'),
  };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async (request) => {
    if (isDraining(app.server)) throw new AppError('unavailable', 'This process is stopping.');
    const isDetailed =
      typeof request.query === 'object' && request.query !== null && 'detail' in request.query;
    if (isDetailed && !mayReadMetrics(request, config))
      throw forbidden('Details need the token or a private address.');
    // Migrations run before this process listens, so a reachable database is a ready one.
    await checkDatabase();
    return { status: 'ok', ...(isDetailed && { ...(await readPortalState(db)), caller: callerOf(request) }) };
  });
  app.get('/version', hidden, async () => ({ version: await readVersion() }));
  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw forbidden('Metrics need the token or a private address.');
    const { contentType, body } = await metrics.render();
    return reply.type(contentType).send(body);
  });
}

/** By these the doctor sees what the proxies in front pass on. */
function callerOf({ ip, headers }: FastifyRequest) {
  const given = headers['x-forwarded-for'];
  return { address: ip, forwardedFor: given === undefined ? null : String(given) };
}

/** So that a dashboard shows which processes run which version. */
export function observeBuild(metrics: Metrics): void {
  const help = 'Always 1; the version is the label.';
  metrics.gaugesByLabel('version', { waygate_build_info: help }, async () => [
    { label: await readVersion(), waygate_build_info: 1 },
  ]);
}

/**
 * With METRICS_TOKEN, only the token is accepted. Without it, only direct connections from a private network are.
 * Behind a proxy the token is required, because a proxy that adds no headers looks like a direct connection.
 */
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken: token, trustProxy }: Pick<Parts['config'], 'metricsToken' | 'trustProxy'>,
): boolean {
  if (token !== undefined) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashToken(given), hashToken(token));
  }
  return trustProxy === 0 && isDirectFrom(request, PRIVATE_ADDRESS);
}
