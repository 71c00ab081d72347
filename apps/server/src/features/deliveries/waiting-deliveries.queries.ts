import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';

type Waiting = { serverId: number; accountIds: number[] };

/** To be called when game accounts become active: what waits for them is due at once. */
export async function updateGameAccountDeliveriesDue(tx: Transaction, waiting: Waiting): Promise<void> {
  await tx.execute(dueNow(waiting, sql`problem = 'no_game_account'`));
}

/** What waits until its character is online, or until none is, is due as soon as the game reports so. */
export async function updateOnlineDeliveriesDue(db: Pick<Db, 'execute'>, waiting: Waiting): Promise<void> {
  const online = sql`
    select from characters
    where characters.account_id = deliveries.account_id and characters.server_id = deliveries.server_id and is_online`;
  const isThere = sql`exists (
    ${online} and (deliveries.character_id is null or characters.character_id = deliveries.character_id))`;
  await db.execute(
    dueNow(
      waiting,
      sql`(problem = 'character_offline' and ${isThere} or problem = 'character_online' and not exists (${online}))`,
    ),
  );
}

function dueNow({ serverId, accountIds }: Waiting, isReason: SQL): SQL {
  return sql`
    with chosen as (
      -- Lock order: id. Another order deadlocks with acknowledgements.
      select id from deliveries
      where account_id = any(${sql.param(accountIds)}::int[]) and server_id = ${serverId} and state = 'pending'
        and problem is not null and ${isReason}
        -- A hold goes on.
        and available_at > now() and available_at < 'infinity'
      order by id for update
    )
    update deliveries set available_at = now() from chosen where deliveries.id = chosen.id`;
}
