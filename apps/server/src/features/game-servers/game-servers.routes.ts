import * as endpoints from '@waygate/contract/game-servers/game-servers.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentGameServer } from './game-servers.presenter.ts';
import { selectGameServers } from './game-servers.queries.ts';
import { upsertStatus } from './status.queries.ts';

export function gameServerRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listGameServers, async () => {
    const servers = await selectGameServers(db);
    return { servers: servers.filter(({ isListed }) => isListed).map(presentGameServer) };
  });

  route(endpoints.putBridgeStatus, async ({ body, serverId }) => {
    const now = await upsertStatus(db, serverId, body);
    return { serverId, now: now.toISOString() };
  });
}
