import { asc } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { gameServers } from './game-servers.tables.ts';

const serverNames = prepared((db) =>
  db
    .select({ id: gameServers.id, name: gameServers.name, isListed: gameServers.isListed })
    .from(gameServers)
    .orderBy(asc(gameServers.position), asc(gameServers.id))
    .prepare('server_names'),
);

/** Every game server in their order, hidden ones too. They are few. */
export function selectServerNames(db: Db): Promise<{ id: number; name: string; isListed: boolean }[]> {
  return serverNames(db).execute();
}
