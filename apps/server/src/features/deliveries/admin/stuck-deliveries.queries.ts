import type { Task } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import { isOpen } from '#features/deliveries/receipts/receipts.queries.ts';
import type { Db } from '#platform/db/database.ts';

/**
 * Deliveries that nothing moves but a decision, those of one game server and state together, and receipts without a delivery
 * (`unmatched_receipt`). Each is read along a partial index.
 */
export async function selectDeliveryTasks(db: Db): Promise<Task[]> {
  const { rows } = await db.execute<Task>(sql`
    select
      'delivery' as kind, server_id as id, name as title, state as reason, null as account, null as sum,
      count(*)::int as cases, min(coalesce(settled_at, available_at)) as since
    from (
      select server_id, state, settled_at, available_at from deliveries where state = 'dead'
      union all
      select server_id, state, settled_at, available_at from deliveries where state = 'unknown'
      union all
      select server_id, 'unmatched_receipt', null, noted_at from unmatched_receipts as receipt where ${isOpen}
    ) stuck join game_servers on game_servers.id = server_id
    group by server_id, name, state`);
  return rows;
}
