import type { ServerItem } from '@waygate/contract/products/products.schemas';
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { invalid } from '#platform/errors/app-error.ts';
import { FIRST_SERVER_ID, gameServers } from './game-servers.tables.ts';

/**
 * Refuses ids of items for servers that don't exist, and for the first one, whose id has a field of its own.
 *
 * @param items by the name of their field in the request
 * @throws invalid
 */
export async function requireItemServers(tx: Transaction, items: Map<string, ServerItem[]>): Promise<void> {
  const wanted = new Set([...items.values()].flat().map(({ serverId }) => serverId));
  if (wanted.size === 0) return;
  const rows = await tx
    .select({ id: gameServers.id })
    .from(gameServers)
    .where(inArray(gameServers.id, [...wanted]));
  const known = new Set(rows.map(({ id }) => id));
  for (const [field, list] of items) {
    for (const { serverId } of list) {
      const fault = faultOf(serverId, known);
      if (fault) throw invalid(fault, { [field]: fault });
    }
  }
}

function faultOf(serverId: number, known: Set<number>): string | undefined {
  if (serverId === FIRST_SERVER_ID) return "The item's id on the first game server has its own field.";
  return known.has(serverId) ? undefined : `There is no game server ${serverId}.`;
}
