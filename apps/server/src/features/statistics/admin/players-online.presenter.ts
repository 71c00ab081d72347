import type { PlayersOnline } from '@waygate/contract/statistics/statistics.schemas';
import { CURVE_STEP_MINUTES, type PlayersPoint } from '#features/game-servers/game-servers.ts';

/** @param points of all servers for the same steps, oldest first */
export function presentPlayersOnline(
  servers: { id: number; name: string }[],
  points: PlayersPoint[],
): PlayersOnline {
  const byServer = Map.groupBy(points, ({ serverId }) => serverId);
  const [some = []] = byServer.values();
  return {
    stepMinutes: CURVE_STEP_MINUTES,
    steps: some.map(({ startedAt }) => startedAt.toISOString()),
    servers: servers.map(({ id, name }) => ({
      serverId: id,
      name,
      playersOnline: (byServer.get(id) ?? []).map(({ playersOnline }) => playersOnline),
    })),
  };
}
