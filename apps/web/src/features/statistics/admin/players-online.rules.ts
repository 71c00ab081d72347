import type { PlayersOnline } from '@waygate/contract/statistics/statistics.schemas';

/** One step with the players of each shown server, in their order. */
export type PlayersRow = { startedAt: string; players: (number | null)[] };

/** A chart has at most three lines. */
const MOST_LINES = 3;

type Servers = PlayersOnline['servers'];

/** What the chart shows: all servers, or the chosen one where there are too many for one chart. */
export function shownServers(servers: Servers, chosenId: string): Servers {
  if (servers.length <= MOST_LINES) return servers;
  const chosen = servers.find(({ serverId }) => String(serverId) === chosenId);
  return chosen ? [chosen] : servers.slice(0, 1);
}

export function mustChoose(servers: Servers): boolean {
  return servers.length > MOST_LINES;
}

export function playersRows(steps: string[], servers: Servers): PlayersRow[] {
  return steps.map((startedAt, index) => ({
    startedAt,
    players: servers.map(({ playersOnline }) => playersOnline[index] ?? null),
  }));
}

/** Whether nothing was reported at all. */
export function isSilent(servers: Servers): boolean {
  return servers.every(({ playersOnline }) => playersOnline.every((players) => players === null));
}
