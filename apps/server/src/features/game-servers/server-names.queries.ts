import { asc } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { gameServers } from './game-servers.tables.ts';

/** All of them, in their order. */
export async function selectServerNames(db: Db): Promise<{ id: number; name: string; isListed: boolean }[]> {
  const { id, name, isListed, position } = gameServers;
  return db.select({ id, name, isListed }).from(gameServers).orderBy(asc(position), asc(id));
}
