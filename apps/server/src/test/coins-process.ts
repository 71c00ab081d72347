import { coinRoutes } from '#features/coins/coins.routes.ts';
import { createAuthorizeBridge } from '#features/game-servers/game-servers.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { createRoute } from '#platform/http/route.ts';
import { createServer } from '#platform/http/server.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';

/** To be run with a connection, as JSON, for its argument: serves games that ask for coins, and prints its address. */
export const COINS_PROGRAM = import.meta.filename;

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main(connection: Connection) {
  const log = createLogger({ level: 'silent' });
  const metrics = createMetrics();
  const cache = createPublicCache();
  const { db } = openDatabase({ connection, log });
  const app = await createServer({
    log,
    metrics,
    cache,
    trustProxy: 0,
    publicOrigin: 'http://localhost',
    inlineScriptHashes: [],
  });
  const route = createRoute(app, {
    db,
    cache,
    isSecure: false,
    findViewer: async () => undefined,
    authorizeBridge: createAuthorizeBridge(db),
  });
  coinRoutes(route, { db, metrics });
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
}
