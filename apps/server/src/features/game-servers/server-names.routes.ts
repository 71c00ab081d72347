import { listServerNames } from '@waygate/contract/game-servers/server-names.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { FIRST_SERVER_ID } from './game-servers.tables.ts';
import { selectServerNames } from './server-names.queries.ts';

export function serverNameRoutes(route: Route, { db }: { db: Database }): void {
  route(listServerNames, async () => {
    const rows = await selectServerNames(db);
    return {
      servers: rows.map(({ id, ...row }) => ({ ...row, serverId: id, isFirst: id === FIRST_SERVER_ID })),
    };
  });
}
