import type { Task } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Deliveries that nothing moves but a decision, those of one game server and state together; see their two indexes. */
export async function selectDeliveryTasks(db: Db): Promise<Task[]> {
  const { rows } = await db.execute<Task>(sql`
    select
      'delivery' as kind, server_id as id, name as title, state as reason, null as account, null as sum,
      count(*)::int as cases, min(coalesce(settled_at, available_at)) as since
    from (
      select server_id, state, settled_at, available_at from deliveries where state = 'dead'
      union all
      select server_id, state, settled_at, available_at from deliveries where state = 'unknown'
    ) stuck join game_servers on game_servers.id = server_id
    group by server_id, name, state`);
  return rows;
}
