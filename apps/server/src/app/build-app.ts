import { answerUnknownApiPaths, createServer } from '#platform/http/server.ts';
import { createRoute } from '#platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { createAuthorizeBridge } from '#features/game-servers/game-servers.ts';
import { createReadGate } from '#platform/db/paging/read-gate.ts';
import { createReadTraced } from '#features/staff/staff.ts';
import { createReadList } from '#platform/db/paging/read-list.ts';
import type { FindViewer } from '#platform/auth/viewer.ts';
import { serveApiDocumentation } from './api-documentation.ts';
import { serveOperations } from './operations.ts';
import type { Parts } from './parts.ts';
import { registerRoutes } from './routes.ts';

/** Serves everything except the API. Missing in tests of the API. */
export type ServePages = {
  /** CSP source expressions. */
  inlineScriptHashes: string[];
  isDevelopment?: boolean;
  register: (app: FastifyInstance) => Promise<void>;
};

/** Builds the portal's HTTP server, ready to listen or for `inject`. */
export async function buildApp(
  parts: Parts,
  findViewer: FindViewer,
  pages?: ServePages,
): Promise<FastifyInstance> {
  const { config, log, metrics, db, cache } = parts;
  const app = await createServer({
    log,
    metrics,
    cache,
    trustProxy: config.trustProxy,
    publicOrigin: config.publicOrigin,
    inlineScriptHashes: pages?.inlineScriptHashes ?? [],
    isDevelopment: pages?.isDevelopment ?? false,
  });
  if (config.apiDocs) await serveApiDocumentation(app);
  serveOperations(app, parts);
  const route = createRoute(app, {
    db,
    cache,
    isSecure: config.publicOrigin.startsWith('https:'),
    findViewer,
    authorizeBridge: createAuthorizeBridge(db),
  });
  const readGate = createReadGate(db);
  const readList = createReadList(readGate);
  const readTraced = createReadTraced(db, readList);
  registerRoutes(route, app, { ...parts, readGate, readList, readTraced });
  answerUnknownApiPaths(app);
  await pages?.register(app);
  return app;
}
