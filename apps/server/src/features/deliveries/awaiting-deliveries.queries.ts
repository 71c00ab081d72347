import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** More than a player reads; what is chosen for one is chosen for all that wait alike. */
const LISTED = 200;

/** A reward's reference as `dropKey` writes it. */
const COMPACT_REFERENCE = sql`translate(rtrim(encode(uuid_send(twitch_rewards.reference), 'base64'), '='), '+/', '-_')`;

export type AwaitingRow = {
  id: number;
  serverId: number;
  serverName: string;
  characterName: string | null;
  kind: DeliveryKind;
  itemId: number | null;
  /** As it was called when it was bought, or as the reward is called. */
  label: string | null;
  quantity: number;
  createdAt: string;
};

/** What waits until the account's player chooses a character, oldest first. */
export async function selectAwaitingDeliveries(db: Db, accountId: number): Promise<AwaitingRow[]> {
  const { rows } = await db.execute<AwaitingRow>(sql`
    select deliveries.id::float8 as id, server_id as "serverId", game_servers.name as "serverName",
           character_name as "characterName", deliveries.kind, deliveries.item_id as "itemId",
           coalesce(order_lines.label, twitch_rewards.title) as label, deliveries.quantity,
           deliveries.created_at as "createdAt"
    from deliveries
      join game_servers on game_servers.id = server_id
      left join order_lines on order_lines.order_id = deliveries.order_id and order_lines.position = order_line_position
      left join twitch_rewards on idempotency_key like 'drop:%' and split_part(idempotency_key, ':', 3) = ${COMPACT_REFERENCE}
    where account_id = ${accountId} and state = 'awaiting_character'
    order by deliveries.id limit ${LISTED}`);
  return rows;
}

export type Choice = { accountId: number; deliveryId: number; characterId: string };

/**
 * Gives the delivery, and all of the account that wait for the same character of the same game server, to one of the
 * account's characters there. They are due at once. One statement: a choice that comes second finds nothing to move.
 *
 * @returns how many were moved
 */
export async function updateCharacterChosen(
  db: Pick<Db, 'execute'>,
  { accountId, deliveryId, characterId }: Choice,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with target as (
      select server_id, asked.character_id as missing_id, characters.character_id, characters.name
      from deliveries as asked join characters using (account_id, server_id)
      where asked.id = ${deliveryId} and account_id = ${accountId} and asked.state = 'awaiting_character'
        and characters.character_id = ${characterId}
    ), chosen as (
      -- Lock order: id, as where deliveries are withdrawn. The lock rechecks the state.
      select deliveries.id, target.character_id, target.name from deliveries join target using (server_id)
      where account_id = ${accountId} and state = 'awaiting_character'
        and deliveries.character_id is not distinct from target.missing_id
      order by id for update of deliveries
    )
    update deliveries set
      state = 'pending', character_id = chosen.character_id, character_name = chosen.name, problem = null,
      -- A hold goes on.
      available_at = case available_at when 'infinity' then available_at else now() end
    from chosen where deliveries.id = chosen.id`);
  return rowCount ?? 0;
}

/** What became of a delivery that couldn't be moved; undefined when the account has none with this id. */
export async function selectChoiceState(
  db: Pick<Db, 'execute'>,
  { accountId, deliveryId }: Choice,
): Promise<{ isAwaiting: boolean; characterId: string | null } | undefined> {
  const { rows } = await db.execute<{ isAwaiting: boolean; characterId: string | null }>(sql`
    select state = 'awaiting_character' as "isAwaiting", character_id as "characterId"
    from deliveries where id = ${deliveryId} and account_id = ${accountId}`);
  return rows[0];
}

/**
 * What never had a character goes to the account's only one on the game server, as if it had been there when it was queued.
 * Such accounts are few.
 */
export async function updateOnlyCharacterChosen(
  db: Pick<Db, 'execute'>,
  { serverId, accountIds }: { serverId: number; accountIds: number[] },
): Promise<void> {
  await db.execute(sql`
    with alone as (
      select account_id, min(character_id) as character_id, min(name) as name from characters
      where server_id = ${serverId} and account_id = any(${sql.param(accountIds)}::int[])
      group by account_id having count(*) = 1
    ), chosen as (
      select deliveries.id, alone.character_id, alone.name from deliveries join alone using (account_id)
      where server_id = ${serverId} and state = 'awaiting_character' and deliveries.character_id is null
        and effect = 'grant' and problem is null
      order by id for update of deliveries
    )
    update deliveries set
      state = 'pending', character_id = chosen.character_id, character_name = chosen.name,
      available_at = case available_at when 'infinity' then available_at else now() end
    from chosen where deliveries.id = chosen.id`);
}
