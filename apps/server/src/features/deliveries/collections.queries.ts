import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

export type Collection = { idempotencyKey: string; collectedAt: Date };

/**
 * Records what players took out of their mailboxes on a game server. What was collected before keeps its time.
 *
 * @returns how many were new
 */
export async function updateDeliveriesCollected(
  db: Pick<Db, 'execute'>,
  { serverId, collections }: { serverId: number; collections: Collection[] },
): Promise<number> {
  if (collections.length === 0) return 0;
  const { rowCount } = await db.execute(sql`
    with reported as (
      select idempotency_key, min(collected_at) as collected_at
      from unnest(
        ${sql.param(collections.map(({ idempotencyKey }) => idempotencyKey))}::text[],
        ${sql.param(collections.map(({ collectedAt }) => collectedAt))}::timestamptz[]
      ) as reported (idempotency_key, collected_at)
      group by idempotency_key
    ), chosen as (
      -- Lock order: id, as where deliveries are acknowledged.
      select deliveries.id, reported.collected_at from deliveries join reported using (idempotency_key)
      where server_id = ${serverId} and effect = 'grant' and state = 'applied' and deliveries.collected_at is null
      order by id for update of deliveries
    )
    update deliveries set collected_at = chosen.collected_at from chosen where deliveries.id = chosen.id`);
  return rowCount ?? 0;
}
