import { sql } from 'drizzle-orm';
import { leaseSignal } from '#features/game-servers/game-servers.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

export const GAME_ACCOUNT_ALERTS: AlertCondition[] = [
  {
    name: 'game_accounts_stuck',
    title: 'Game accounts not updated',
    // Without a lease, `bridge_silent` is the alert.
    count: sql`(
      select count(*) from game_account_commands as command
      where settled_at is null and state in ('waiting', 'leased') and created_at <= now() - interval '15 minutes'
        and exists (
          select from last_signals
          where name = ${leaseSignal(sql`command.server_id`)} and at > now() - interval '10 minutes'))`,
    describe: (count) =>
      `${count === 1 ? '1 change of a game account waits' : `${count} changes of game accounts wait`} for over 15 minutes, although the bridge is there.`,
    advice:
      "Run 'game-bridge check' beside the game: it says what keeps the bridge from writing accounts. The account's page shows the game's last answer. Bans don't reach the game until then.",
    page: 'users',
  },
];
