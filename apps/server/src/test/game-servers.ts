import { randomUUID } from 'node:crypto';
import { characters } from '#features/deliveries/deliveries.tables.ts';
import { gameServers, gameServerStatus } from '#features/game-servers/game-servers.ts';
import type { Db } from '#platform/db/database.ts';

/** @returns the id of another game server, listed by default, whose bridge reported */
export async function createGameServer(
  db: Db,
  {
    needsCharacter = false,
    ...changes
  }: { needsCharacter?: boolean; name?: string; isListed?: boolean } = {},
): Promise<number> {
  const [row] = await db
    .insert(gameServers)
    .values({ name: 'Frostland', position: 5, ...changes, slug: randomUUID() })
    .returning({ id: gameServers.id });
  if (!row) throw new Error('The game server was not written.');
  await reportNeed(db, row.id, needsCharacter);
  return row.id;
}

/** As the server's bridge reports. */
export async function reportNeed(db: Db, serverId: number, needsCharacter: boolean): Promise<void> {
  await db
    .insert(gameServerStatus)
    .values({
      serverId,
      adapter: 'sql',
      bridgeVersion: '1',
      guarantee: 'exactly_once',
      needsCharacter,
      reportsCollected: false,
      isOnline: true,
      playersOnline: 0,
    })
    .onConflictDoUpdate({ target: gameServerStatus.serverId, set: { needsCharacter } });
}

export async function createCharacter(
  db: Db,
  character: { accountId: number; serverId: number; characterId: string; name?: string },
): Promise<void> {
  await db
    .insert(characters)
    .values({ name: character.characterId, level: 5, class: 'Warden', ...character });
}
