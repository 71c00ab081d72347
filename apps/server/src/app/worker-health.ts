import type { FastifyInstance } from 'fastify';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { createServer } from '#platform/http/server.ts';
import { serveOperations } from './operations.ts';
import type { Parts } from './parts.ts';

/** A server for a process that has no other: health, readiness and metrics. */
export async function buildWorkerHealth(parts: Parts): Promise<FastifyInstance> {
  const { config, log, metrics } = parts;
  const { trustProxy, publicOrigin } = config;
  const cache = createPublicCache();
  const app = await createServer({ log, metrics, cache, trustProxy, publicOrigin, inlineScriptHashes: [] });
  serveOperations(app, parts);
  return app;
}
