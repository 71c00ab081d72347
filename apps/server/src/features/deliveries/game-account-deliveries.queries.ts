import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';

/** Makes deliveries due at once that waited for a game account which is active now. */
export async function updateGameAccountDeliveriesDue(
  tx: Transaction,
  { serverId, accountIds }: { serverId: number; accountIds: number[] },
): Promise<void> {
  await tx.execute(sql`
    update deliveries set available_at = now()
    where account_id = any(${sql.param(accountIds)}::int[]) and server_id = ${serverId} and state = 'pending'
      and problem = 'no_game_account' and available_at > now()`);
}
