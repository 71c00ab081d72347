import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { lastSignalAt } from '#platform/alerts/last-signal.ts';
import { SILENT_AFTER_MINUTES } from './game-servers.queries.ts';
import { leaseSignal } from './last-leases.ts';

/** Those with a valid token whose bridge once reported, and now does nothing. */
const SILENT_SERVERS = sql`
  game_servers join game_server_status on server_id = game_servers.id
  where greatest(reported_at, ${lastSignalAt(leaseSignal(sql`game_servers.id`))})
      < now() - make_interval(mins => ${sql.raw(String(SILENT_AFTER_MINUTES))})
    and exists (select from bridge_tokens where server_id = game_servers.id and revoked_at is null)`;

export const GAME_SERVER_ALERTS: AlertCondition[] = [
  {
    name: 'bridge_silent',
    title: 'Game bridge silent',
    count: sql`(select count(*) from ${SILENT_SERVERS})`,
    detail: sql`(select string_agg(name, ', ' order by position, game_servers.id) from ${SILENT_SERVERS})`,
    describe: (count, names) => {
      const whose = names === null ? '' : `: ${names}`;
      return count === 1
        ? `The bridge of 1 game server is silent${whose}.`
        : `The bridges of ${count} game servers are silent${whose}.`;
    },
    advice:
      "Check whether the bridge runs beside the game ('check' says what is wrong), and whether it reaches the portal. Nothing is lost: deliveries wait. If the server is closed for good, revoke its tokens.",
    page: 'gameServers',
    // A restart of the bridge isn't news.
    raiseAfterMinutes: 2,
    clearAfterMinutes: 2,
  },
];
