import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { isNamedBy, judgedDeliveries, type Sender } from './lost-deliveries.ts';
import type { RedeliveryRow } from './redeliveries.tables.ts';

/** A running redelivery. Its cursor is text: a Date has no microseconds. */
export type RunningRedelivery = Omit<RedeliveryRow, 'cursorSettledAt'> & { cursorSettledAt: string | null };

/** The oldest unfinished redelivery that no other worker is at, locked until the transaction ends. */
export async function selectUnfinishedLocked(tx: Transaction): Promise<RunningRedelivery | undefined> {
  const { rows } = await tx.execute<
    RunningRedelivery & { since: string | null; until: string; createdAt: string }
  >(sql`
    select id, staff_id as "staffId", mode, scope, target_id as "targetId", server_id as "serverId", since, until,
           cursor_settled_at::text as "cursorSettledAt", cursor_id::float8 as "cursorId", created_at as "createdAt"
    from redeliveries where finished_at is null
    order by created_at, id limit 1 for update skip locked`);
  const [row] = rows;
  if (!row) return undefined;
  const { since, until, createdAt } = row;
  return {
    ...row,
    since: since === null ? null : new Date(since),
    until: new Date(until),
    createdAt: new Date(createdAt),
  };
}

export type NamedDelivery = { id: number; settledAt: string; accountId: number; orderId: number | null };

/** The next deliveries behind the cursor that the filter names, sent or not. */
export async function selectNamed(
  tx: Transaction,
  redelivery: RunningRedelivery,
  limit: number,
): Promise<NamedDelivery[]> {
  const { cursorSettledAt, cursorId } = redelivery;
  const isBehind =
    cursorId === null
      ? sql`true`
      : sql`(deliveries.settled_at, deliveries.id) > (${cursorSettledAt}::timestamptz, ${cursorId}::bigint)`;
  const { rows } = await tx.execute<NamedDelivery>(sql`
    select id::float8 as id, settled_at::text as "settledAt", account_id as "accountId", order_id as "orderId"
    from deliveries where ${isNamedBy(redelivery)} and ${isBehind}
    order by deliveries.settled_at, deliveries.id limit ${limit}`);
  return rows;
}

/** Waits for those who are moving these orders, and keeps their states until the transaction ends. */
export async function lockOrdersShared(tx: Transaction, ids: number[]): Promise<void> {
  await tx.execute(sql`
    select from orders where id = any(${sql.param(ids)}::int[]) order by id for share`);
}

type Batch = { redelivery: RunningRedelivery; sender: Sender; ids: number[] };

function owedOf({ redelivery, sender, ids }: Batch) {
  const where = sql`${isNamedBy(redelivery)} and deliveries.id = any(${sql.param(ids)}::bigint[])`;
  return sql`select * from (${judgedDeliveries(where, { filter: redelivery, sender })}) as judged
    where exclusion is null`;
}

/**
 * Puts deliveries back in the queue under their keys. All of a redelivery are due at the same moment, so that leases take
 * them by their ids: a grant before its revocation.
 *
 * @returns how many were put back
 */
export async function updateDeliveriesRequeued(tx: Transaction, batch: Batch): Promise<number> {
  const { id, createdAt } = batch.redelivery;
  const { rowCount } = await tx.execute(sql`
    with owed as (${owedOf(batch)})
    update deliveries set
      state = 'pending', attempts = 0, available_at = ${createdAt}, settled_at = null, redelivery_id = ${id},
      is_marked_delivered = false, problem = null, collect_by = null, collected_at = null,
      last_detail = 'sent again by staff'
    from owed where deliveries.id = owed.id and deliveries.state = 'applied'`);
  return rowCount ?? 0;
}

/**
 * Queues another grant under a random key for each that is still owed, and marks the old one as superseded. What ends
 * keeps its end.
 *
 * @returns the old and the new key of each
 */
export async function insertDeliveriesAgain(
  tx: Transaction,
  batch: Batch,
): Promise<{ from: string; to: string }[]> {
  const { id, createdAt } = batch.redelivery;
  const { rows } = await tx.execute<{ from: string; to: string }>(sql`
    with owed as (${owedOf(batch)}), superseded as (
      update deliveries set state = 'superseded', last_detail = 'sent again under a new key'
      from owed where deliveries.id = owed.id and deliveries.state = 'applied'
      returning owed.*
    )
    insert into deliveries
      (account_id, server_id, character_id, character_name, idempotency_key, effect, kind, item_id, quantity, available_until, order_id, order_line_position,
       available_at, redelivery_id, supersedes_key)
    select account_id, server_id, character_id, character_name, 'again:' || gen_random_uuid(), 'grant', kind, item_id, owed_quantity, available_until, order_id,
           order_line_position, ${createdAt}, ${id}, idempotency_key
    from superseded order by id
    returning supersedes_key as "from", idempotency_key as "to"`);
  return rows;
}

/** @param last the last delivery of the batch; undefined: there was nothing left */
export async function updateProgress(
  tx: Transaction,
  { id, redelivered, last }: { id: string; redelivered: number; last: NamedDelivery | undefined },
): Promise<void> {
  const position = last
    ? sql`cursor_settled_at = ${last.settledAt}::timestamptz, cursor_id = ${last.id}`
    : sql`finished_at = now()`;
  await tx.execute(sql`
    update redeliveries set redelivered = redelivered + ${redelivered}, progressed_at = now(), ${position}
    where id = ${id}`);
}
