import type { ReceiptsWanted } from '@waygate/contract/deliveries/receipts.schemas';
import * as endpoints from '@waygate/contract/game-servers/game-servers.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentGameServer } from './game-servers.presenter.ts';
import { selectGameServers } from './game-servers.queries.ts';
import { upsertStatus } from './status.queries.ts';

/** @param findReceiptsWanted what a bridge has to report since a restore; of a feature above this one */
export function gameServerRoutes(
  route: Route,
  { db }: { db: Database },
  findReceiptsWanted: (db: Database, serverId: number) => Promise<ReceiptsWanted | undefined>,
): void {
  route(endpoints.listGameServers, async () => {
    const servers = await selectGameServers(db);
    return { servers: servers.filter(({ isListed }) => isListed).map(presentGameServer) };
  });

  route(endpoints.putBridgeStatus, async ({ body, serverId }) => {
    const now = await upsertStatus(db, serverId, body);
    const receiptsWanted = await findReceiptsWanted(db, serverId);
    return { serverId, now: now.toISOString(), ...(receiptsWanted && { receiptsWanted }) };
  });
}
