import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import type { Db } from '#platform/db/database.ts';

/** A grant for the game to apply once per key. */
export type NewDelivery = {
  accountId: number;
  idempotencyKey: string;
  /** The first game server without one. */
  serverId?: number;
  /** For whom; null or undefined: for the account, or the player has yet to choose. */
  characterId?: string | null;
  /** As it is called; without it, as the game reported it. */
  characterName?: string | null;
  kind: DeliveryKind;
  itemId: number | null;
  quantity: number;
  /** When the game ends the grant; null or undefined means never. */
  availableUntil?: Date | null;
  orderId?: number;
  orderLinePosition?: number;
};

/**
 * Queues grants in their order. Keys that are there already are ignored.
 *
 * On a game server whose deliveries need a character, a grant without one is for the account's only character there, or
 * else waits until the player chooses.
 */
export async function insertDeliveries(db: Db, rows: NewDelivery[]): Promise<void> {
  const column = (valueOf: (row: NewDelivery) => unknown) =>
    sql.param(rows.map((row) => valueOf(row) ?? null));
  await db.execute(sql`
    insert into deliveries
      (account_id, server_id, character_id, character_name, idempotency_key, effect, kind, item_id, quantity,
       available_until, order_id, order_line_position, state)
    select account_id, server_id, character_id, coalesce(character_name, named.name), idempotency_key, 'grant', kind, item_id,
           quantity, available_until, order_id, order_line_position,
           case when character_id is null and needs_character then 'awaiting_character' else 'pending' end
    from (
      select queued.*, status.needs_character, coalesce(queued.chosen_id, alone.character_id) as character_id
      from unnest(
        ${column(({ accountId }) => accountId)}::int[],
        ${column(({ serverId }) => serverId ?? FIRST_SERVER_ID)}::int[],
        ${column(({ characterId }) => characterId)}::text[],
        ${column(({ characterName }) => characterName)}::text[],
        ${column(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${column(({ kind }) => kind)}::text[],
        ${column(({ itemId }) => itemId)}::int[],
        ${column(({ quantity }) => quantity)}::int[],
        ${column(({ availableUntil }) => availableUntil)}::timestamptz[],
        ${column(({ orderId }) => orderId)}::int[],
        ${column(({ orderLinePosition }) => orderLinePosition)}::int[]
      ) with ordinality as queued (account_id, server_id, chosen_id, character_name, idempotency_key, kind, item_id, quantity,
        available_until, order_id, order_line_position, place)
      left join game_server_status as status using (server_id)
      left join lateral (
        select min(character_id) as character_id from characters
        where characters.account_id = queued.account_id and characters.server_id = queued.server_id
        having count(*) = 1) as alone on status.needs_character
    ) as queued
    left join characters as named using (account_id, server_id, character_id)
    order by place
    on conflict do nothing`);
}
