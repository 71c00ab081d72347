import type { GameServerInput } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { asc, eq, sql } from 'drizzle-orm';
import { serverFields } from '#features/game-servers/game-servers.queries.ts';
import { gameServers, gameServerStatus } from '#features/game-servers/game-servers.tables.ts';
import type { Db, Transaction } from '#platform/db/database.ts';

// `deliveries` stands above this feature: the counts are plain SQL. Those on hold for a dispute wait for nobody here.
const dueDeliveries = sql<number>`(
  select count(*)::int from deliveries
  where server_id = ${gameServers.id} and state in ('pending', 'leased') and available_at < 'infinity')`;
const stuckDeliveries = sql<number>`(
  select count(*)::int from deliveries
  where server_id = ${gameServers.id} and state in ('dead', 'unknown', 'awaiting_character'))`;
const undecidedDeliveries = sql<number>`(
  select count(*)::int from deliveries where server_id = ${gameServers.id} and state in ('dead', 'unknown'))`;

export type AdminGameServerRow = Awaited<ReturnType<typeof selectAdminGameServers>>[number];

/** In their order, with counts of deliveries. */
export function selectAdminGameServers(db: Db, id?: number) {
  return db
    .select({ ...serverFields, dueDeliveries, stuckDeliveries, undecidedDeliveries })
    .from(gameServers)
    .leftJoin(gameServerStatus, eq(gameServerStatus.serverId, gameServers.id))
    .where(id === undefined ? undefined : eq(gameServers.id, id))
    .orderBy(asc(gameServers.position), asc(gameServers.id));
}

/** Locks all servers against other editors, so that the last listed one can't be hidden by two of them. */
export async function lockGameServers(tx: Transaction): Promise<{ id: number; isListed: boolean }[]> {
  return tx
    .select({ id: gameServers.id, isListed: gameServers.isListed })
    .from(gameServers)
    .orderBy(asc(gameServers.id))
    .for('no key update');
}

type Written = Omit<GameServerInput, 'revision'>;

export async function insertGameServer(tx: Transaction, server: Written): Promise<number> {
  const [row] = await tx.insert(gameServers).values(server).returning({ id: gameServers.id });
  if (!row) throw new Error('The game server was not written.');
  return row.id;
}

export async function updateGameServerRow(tx: Transaction, id: number, server: Written): Promise<void> {
  await tx
    .update(gameServers)
    .set({ ...server, revision: sql`${gameServers.revision} + 1` })
    .where(eq(gameServers.id, id));
}
