import type { BridgeStatus } from '@waygate/contract/game-servers/game-servers.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/**
 * Stores a bridge's report, and the players online as the minute's sample; the last one of a minute counts.
 *
 * @returns the database's time
 */
export async function upsertStatus(db: Db, serverId: number, status: BridgeStatus): Promise<Date> {
  const { accounts } = status;
  const hashing = accounts && { scheme: accounts.scheme, parameters: accounts.parameters };
  const { rows } = await db.execute<{ now: string }>(sql`
    with report as (
      insert into game_server_status as before (
        server_id, adapter, bridge_version, guarantee, needs_character, reports_collected, expires_after_days,
        account_rules, trusted_hashing, is_online, players_online, capacity, game_version)
      values (
        ${serverId}, ${status.adapter}, ${status.bridgeVersion}, ${status.guarantee}, ${status.needsCharacter},
        ${status.reportsCollected}, ${status.expiresAfterDays},
        ${status.accounts === null ? null : JSON.stringify(status.accounts)}::jsonb,
        ${hashing === null ? null : JSON.stringify(hashing)}::jsonb,
        ${status.isOnline}, ${status.playersOnline}, ${status.capacity}, ${status.gameVersion})
      on conflict (server_id) do update set
        adapter = excluded.adapter,
        bridge_version = excluded.bridge_version,
        guarantee = excluded.guarantee,
        needs_character = excluded.needs_character,
        reports_collected = excluded.reports_collected,
        expires_after_days = excluded.expires_after_days,
        account_rules = excluded.account_rules,
        trusted_hashing = coalesce(before.trusted_hashing, excluded.trusted_hashing),
        is_online = excluded.is_online,
        players_online = excluded.players_online,
        capacity = excluded.capacity,
        game_version = excluded.game_version,
        changed_at = case when before.is_online = excluded.is_online then before.changed_at else now() end,
        reported_at = now()
    ), sample as (
      insert into game_server_samples (server_id, minute, players_online)
      values (${serverId}, floor(extract(epoch from now()) / 60)::int, ${status.isOnline ? status.playersOnline : 0})
      on conflict (server_id, minute) do update set players_online = excluded.players_online
    )
    select now() as now`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no time.');
  return new Date(row.now);
}

const reportedHashing = sql`
  jsonb_build_object('scheme', game_server_status.account_rules -> 'scheme',
    'parameters', game_server_status.account_rules -> 'parameters')`;

/** SQL condition: the game hashes as its bridge first said, or as it did when owners last chose. */
export const isHashingTrusted: SQL<boolean> = sql<boolean>`coalesce(
  game_server_status.trusted_hashing = ${reportedHashing}, false)`;

/** Owners chose the policy knowing how the game hashes now. */
export async function updateHashingTrusted(db: Db, serverId: number): Promise<void> {
  await db.execute(sql`
    update game_server_status set trusted_hashing = ${reportedHashing}
    where server_id = ${serverId} and account_rules is not null`);
}
