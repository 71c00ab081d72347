import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';
import type { GameServerRow } from './game-servers.queries.ts';

export function presentGameServer(row: GameServerRow): GameServer {
  const { report } = row;
  const isOnline = report?.isOnline === true && !row.isSilent;
  return {
    serverId: row.id,
    name: row.name,
    slug: row.slug,
    status: statusOf(row),
    playersOnline: isOnline ? report.playersOnline : 0,
    capacity: report?.capacity ?? null,
    gameVersion: report?.gameVersion ?? null,
    offlineSince: offlineSince(row)?.toISOString() ?? null,
    needsCharacter: row.needsCharacter,
  };
}

function statusOf({ report, isSilent }: GameServerRow): GameServer['status'] {
  if (!report || isSilent) return 'unknown';
  return report.isOnline ? 'online' : 'offline';
}

function offlineSince({ report, isSilent }: GameServerRow): Date | null {
  if (!report) return null;
  // A game that was down before its bridge fell silent has been down since then.
  if (!report.isOnline) return report.changedAt;
  return isSilent ? report.reportedAt : null;
}
