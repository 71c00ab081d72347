import { answerUnknownApiPaths, createServer } from '#platform/http/server.ts';
import { createRoute } from '#platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { createAuthorizeBridge } from '#features/game-servers/game-servers.ts';
import { createReadGate } from '#platform/db/paging/read-gate.ts';
import { createExportList, createReadTraced } from '#features/staff/staff.ts';
import { createReadList } from '#platform/db/paging/read-list.ts';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import type { FindViewer } from '#platform/auth/viewer.ts';
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
  authorizeBridge: AuthorizeBridge = createAuthorizeBridge(parts.db),
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
  await serveWhatIsConfigured(app, parts);
  serveOperations(app, parts);
  const route = createRoute(app, {
    db,
    cache,
    isSecure: config.publicOrigin.startsWith('https:'),
    findViewer,
    authorizeBridge,
  });
  const readGate = createReadGate(db);
  const readList = createReadList(readGate);
  const readTraced = createReadTraced(db, readList);
  const exportList = createExportList(db, readList);
  registerRoutes(route, app, { ...parts, readGate, readList, readTraced, exportList });
  answerUnknownApiPaths(app);
  await pages?.register(app);
  return app;
}

/** Loads the API's documentation and the simulators only where they are served. It must come before the routes that it documents. */
async function serveWhatIsConfigured(app: FastifyInstance, parts: Parts): Promise<void> {
  const { config } = parts;
  if (config.apiDocs) {
    const { serveApiDocumentation } = await import('./api-documentation.ts');
    await serveApiDocumentation(app);
  }
  if (config.mode !== 'local') return;
  if (config.payments.provider === 'sandbox') {
    const { sandboxRoutes } = await import('#simulators/payments/sandbox.routes.ts');
    sandboxRoutes(app, parts);
  }
  if (parts.twitch?.simulatorUrl !== undefined) {
    const { twitchSimulatorRoutes } = await import('#simulators/twitch/twitch-simulator.routes.ts');
    twitchSimulatorRoutes(app, parts);
  }
}
