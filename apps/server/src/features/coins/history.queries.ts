import { asc } from 'drizzle-orm';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { type Db, prepared } from '#platform/db/database.ts';

const namesOfServers = prepared((db) =>
  db
    .select({ id: gameServers.id, name: gameServers.name })
    .from(gameServers)
    .orderBy(asc(gameServers.id))
    .prepare('names_of_servers'),
);

/** The name of every game server, hidden ones too. They are few. */
export async function selectServerNames(db: Db): Promise<Map<number, string>> {
  const rows = await namesOfServers(db).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
