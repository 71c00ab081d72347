import * as endpoints from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import {
  addServerAddress,
  createServerToken,
  getServerAccess,
  removeServerAddress,
  revokeServerToken,
} from './bridge-access.service.ts';
import { presentAdminGameServer } from './game-servers.admin.presenter.ts';
import { selectAdminGameServers } from './game-servers.admin.queries.ts';
import { exportGameServers } from './server-export.service.ts';
import { createServer, updateServer } from './server-editor.service.ts';

export function gameServerAdminRoutes(
  route: Route,
  { db, exportList }: { db: Database; exportList: ExportList },
): void {
  route(endpoints.listAdminGameServers, async () => ({
    servers: (await selectAdminGameServers(db)).map(presentAdminGameServer),
  }));

  route(endpoints.exportGameServers, (staff) => exportGameServers(exportList, staff));

  route(endpoints.createGameServer, ({ body, ...staff }) => createServer(db, staff, body));

  route(endpoints.updateGameServer, ({ params, body, ...staff }) =>
    updateServer(db, staff, { id: params.id, input: body }),
  );

  route(endpoints.getGameServerAccess, ({ params }) => getServerAccess(db, params.id));

  route(endpoints.createBridgeToken, ({ params, body, ...staff }) =>
    createServerToken(db, staff, { serverId: params.id, label: body.label }),
  );

  route(endpoints.revokeBridgeToken, ({ params, ...staff }) =>
    revokeServerToken(db, staff, { serverId: params.id, tokenId: params.tokenId }),
  );

  route(endpoints.addBridgeAddress, ({ params, body, ...staff }) =>
    addServerAddress(db, staff, { serverId: params.id, address: body.address }),
  );

  route(endpoints.removeBridgeAddress, ({ params, body, ...staff }) =>
    removeServerAddress(db, staff, { serverId: params.id, address: body.address }),
  );
}
