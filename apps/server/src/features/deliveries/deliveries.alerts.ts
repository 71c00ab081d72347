import { sql } from 'drizzle-orm';
import { leaseSignal } from '#features/game-servers/game-servers.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { wasThereWithin } from '#platform/alerts/last-signal.ts';
import { openReceiptCount } from './receipts/receipts.queries.ts';

export const DELIVERY_ALERTS: AlertCondition[] = [
  {
    name: 'dead_deliveries',
    title: 'Failed deliveries',
    count: sql`(
      select count(*) from deliveries where state = 'dead' and failure is distinct from 'suspicious_duplicate')`,
    describe: (count) =>
      count === 1 ? '1 delivery failed for good.' : `${count} deliveries failed for good.`,
    advice:
      'The game refused them, or failed too often, so players wait for something. Each row has the reason of the game: retry it, mark it as delivered, or cancel it.',
    page: 'deliveries',
  },
  {
    name: 'suspicious_deliveries',
    title: 'Suspicious duplicates',
    count: sql`(select count(*) from deliveries where state = 'dead' and failure = 'suspicious_duplicate')`,
    describe: (count) =>
      `The game says it had ${count === 1 ? '1 delivery' : `${count} deliveries`} already, which ${count === 1 ? 'was' : 'were'} never sent to it.`,
    advice:
      "The portal's database is newer or older than the game's, for example after a backup was restored, so the player may have got nothing. Compare with the game, then mark the delivery as delivered, or retry it.",
    page: 'deliveries',
  },
  {
    name: 'unmatched_receipts',
    title: 'Receipts without deliveries',
    count: openReceiptCount,
    describe: (count) =>
      `Games have ${count === 1 ? '1 delivery' : `${count} deliveries`} that this portal doesn't know.`,
    advice:
      'They are from after the backup that was restored. Settle payments without orders first. Then decide at Deliveries → Receipts without deliveries what stays in the game.',
    page: 'deliveries',
  },
  {
    name: 'unknown_deliveries',
    title: 'Deliveries of unknown outcome',
    count: sql`(select count(*) from deliveries where state = 'unknown')`,
    describe: (count) =>
      `Nobody knows whether ${count === 1 ? '1 delivery' : `${count} deliveries`} arrived in the game.`,
    advice:
      "The game stopped while it applied them, and can't tell. Look into the player's mailbox in the game, then mark each as delivered, or send it again.",
    page: 'deliveries',
  },
  {
    name: 'deliveries_without_character',
    title: 'Deliveries without a character',
    count: sql`(
      select count(*) from deliveries
      where state = 'awaiting_character' and available_at < now() - interval '7 days')`,
    describe: (count) =>
      `${count === 1 ? '1 delivery waits' : `${count} deliveries wait`} for a character for more than 7 days.`,
    advice:
      'Their characters are gone, or none was chosen. The players see a notice on their profiles: remind them, or refund the orders. Nothing is lost.',
    page: 'deliveries',
  },
  {
    name: 'game_not_fetching',
    title: 'Game fetches no deliveries',
    count: sql`(
      select count(*) from game_servers join deliveries on server_id = game_servers.id
      where not ${wasThereWithin(leaseSignal(sql`game_servers.id`), '10 minutes')}
        and state in ('pending', 'leased') and available_at <= now() - interval '10 minutes')`,
    describe: (count) =>
      `The game has fetched nothing for 10 minutes, and ${count === 1 ? '1 delivery waits' : `${count} deliveries wait`}.`,
    advice:
      "Check whether the game server runs and reaches the portal, whether its bridge token is still valid ('bridge-token list'), and whether its address is allowed (in 'Game servers' of the admin panel; BRIDGE_ADDRESSES for the first one). Nothing is lost: deliveries wait.",
    page: 'deliveries',
    clearAfterMinutes: 2,
  },
];
