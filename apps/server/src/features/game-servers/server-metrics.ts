import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { presentGameServer } from './game-servers.presenter.ts';
import { selectGameServers } from './game-servers.queries.ts';

/** Registers the gauges for game servers. They read the database, so every process reports the same numbers. */
export function observeGameServers(metrics: Metrics, db: Db): void {
  metrics.gaugesByLabel(
    'server',
    {
      waygate_game_server_online: '1 while the game server is online, as its bridge reports, else 0.',
      waygate_game_server_players_online: 'Players online.',
      waygate_game_server_last_report_timestamp_seconds:
        "When the server's bridge reported last; 0: never. In seconds since 1970.",
      waygate_game_server_last_lease_timestamp_seconds:
        "When the server's bridge asked for deliveries last; 0: never. In seconds since 1970.",
    },
    async () => {
      const servers = await selectGameServers(db);
      return servers.map((server) => {
        const { slug: label, status, playersOnline } = presentGameServer(server);
        return {
          label,
          waygate_game_server_online: status === 'online' ? 1 : 0,
          waygate_game_server_players_online: playersOnline,
          waygate_game_server_last_report_timestamp_seconds: secondsOf(server.report?.reportedAt),
          waygate_game_server_last_lease_timestamp_seconds: secondsOf(server.lastLeaseAt),
        };
      });
    },
  );
}

function secondsOf(time: Date | null | undefined): number {
  return time ? Math.floor(time.getTime() / 1000) : 0;
}
