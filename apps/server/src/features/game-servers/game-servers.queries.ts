import { asc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { lastSignalAt } from '#platform/alerts/last-signal.ts';
import { gameServers, gameServerStatus } from './game-servers.tables.ts';
import { leaseSignal } from './last-leases.ts';
import { isHashingTrusted } from './status.queries.ts';

/** A bridge is silent after this time without a report and without a lease. */
export const SILENT_AFTER_MINUTES = 3;

const lastLeaseAt = lastSignalAt(leaseSignal(sql`${gameServers.id}`));

export const serverFields = {
  id: gameServers.id,
  name: gameServers.name,
  slug: gameServers.slug,
  position: gameServers.position,
  isListed: gameServers.isListed,
  accountPolicy: gameServers.accountPolicy,
  revision: gameServers.revision,
  /** False until the bridge reports otherwise. */
  needsCharacter: sql<boolean>`coalesce(${gameServerStatus.needsCharacter}, false)`,
  /** What the bridge reported last; null: it never did. */
  report: gameServerStatus,
  isHashingTrusted,
  lastLeaseAt: sql<Date | null>`${lastLeaseAt}`.mapWith(gameServerStatus.reportedAt),
  /** False for a bridge that never reported. */
  isSilent: sql<boolean>`${gameServerStatus.reportedAt} is not null
    and greatest(${gameServerStatus.reportedAt}, ${lastLeaseAt})
      < now() - make_interval(mins => ${sql.raw(String(SILENT_AFTER_MINUTES))})`,
};

const allServers = prepared((db) =>
  db
    .select(serverFields)
    .from(gameServers)
    .leftJoin(gameServerStatus, eq(gameServerStatus.serverId, gameServers.id))
    .orderBy(asc(gameServers.position), asc(gameServers.id))
    .prepare('game_servers'),
);

const oneServer = prepared((db) =>
  db
    .select(serverFields)
    .from(gameServers)
    .leftJoin(gameServerStatus, eq(gameServerStatus.serverId, gameServers.id))
    .where(eq(gameServers.id, sql.placeholder('id')))
    .prepare('game_server'),
);

/** A game server, and what its bridge reported. */
export type GameServerRow = Awaited<ReturnType<typeof selectGameServers>>[number];

/** All, hidden ones too, in their order. */
export function selectGameServers(db: Db) {
  return allServers(db).execute();
}

export async function selectGameServer(db: Db, id: number): Promise<GameServerRow | undefined> {
  const [row] = await oneServer(db).execute({ id });
  return row;
}
