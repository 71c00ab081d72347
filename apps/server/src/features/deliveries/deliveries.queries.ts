import {
  type AdminDelivery,
  type DeliveryFailure,
  deliveryFailureSchema,
} from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { and, asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Transaction } from '#platform/db/database.ts';
import { deliveries } from './deliveries.tables.ts';
import { itemName } from './item-names.queries.ts';

/** @param isAnySeen the game may have grants that this database has never sent */
export async function updateOrderDeliveriesWithdrawn(
  db: Db,
  orderId: number,
  isAnySeen: boolean,
): Promise<void> {
  const grants = sql`order_id = ${orderId} and effect = 'grant' and state <> 'cancelled'`;
  await db.execute(withdraw(grants, 'withdrawn with its order', isAnySeen));
}

export async function updateDeliveriesWithdrawn(db: Db, keys: string[]): Promise<void> {
  // With what they replaced: a game that wasn't wiped after all still has it.
  const grants = sql`effect = 'grant' and state <> 'cancelled' and idempotency_key in (
    with recursive chain as (
      select idempotency_key, supersedes_key from deliveries where idempotency_key = any(${sql.param(keys)}::text[])
      union
      select replaced.idempotency_key, replaced.supersedes_key
      from deliveries as replaced join chain on replaced.idempotency_key = chain.supersedes_key
    ) select idempotency_key from chain)`;
  await db.execute(withdraw(grants, 'withdrawn by staff'));
}

/** @returns how many grants were cancelled */
export async function updateUndeliveredWithdrawn(
  db: Db,
  orderIds: number[],
  reason: string,
): Promise<number> {
  const undelivered = sql`
    order_id = any(${sql.param(orderIds)}::int[]) and effect = 'grant'
    and state in ('pending', 'leased', 'dead', 'unknown', 'awaiting_character')`;
  const { rows } = await db.execute(withdraw(undelivered, reason));
  return rows.length;
}

/** The orders that the game has not got everything of. Reads partial indexes that leave out delivered rows. */
export async function selectOrdersWithUndelivered(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select order_id as id from deliveries where state in ('pending', 'leased') and effect = 'grant' and order_id is not null
    union select order_id from deliveries where state = 'dead' and effect = 'grant' and order_id is not null
    union select order_id from deliveries
    where state in ('unknown', 'awaiting_character') and effect = 'grant' and order_id is not null`);
  return rows.map(({ id }) => id);
}

/** @returns false when the delivery can no longer be cancelled */
export async function updateDeliveryWithdrawn(db: Db, id: number, reason: string): Promise<boolean> {
  // A pending revocation is never cancelled, or refunded items would stay in the game.
  const undelivered = sql`id = ${id}
    and (state in ('dead', 'unknown') or effect = 'grant' and state in ('pending', 'leased', 'awaiting_character'))`;
  const { rows } = await db.execute(withdraw(undelivered, reason));
  return rows.length > 0;
}

/** SQL condition: an older portal wrote the key, and it is too long for a suffix. Partial index. */
export const hasLongKey = sql`length(idempotency_key) > 57`;

/** SQL expression over a row of deliveries: the key of its revocation. */
export const revocationKey = sql`
  case when ${hasLongKey} then 'revoke:' || left(encode(sha256(convert_to(idempotency_key, 'UTF8')), 'hex'), 48)
    else idempotency_key || ':revoke' end`;

/**
 * Cancels deliveries that were not applied, and queues a revocation for every grant that the game has seen: it may have
 * applied a grant that it answered with a failure or not at all.
 * One statement, so that no grant is leased in between.
 *
 * If the game has something else under the grant's key, or may have, the revocation waits for staff: a game that doesn't
 * compare receipts would take that away, perhaps from another player. So it does where nobody knows whether the grant
 * arrived: a game without receipts would take away what the player has from elsewhere.
 */
function withdraw(chosen: SQL, reason: string, isAnySeen = false): SQL {
  return sql`
    with chosen as (
      select * from deliveries where ${chosen} order by id for update
    ), revoked as (
      insert into deliveries
        (account_id, server_id, character_id, character_name, idempotency_key, effect, revokes_key, kind, item_id, quantity, available_until,
         order_id, order_line_position, state, failure, settled_at)
      select account_id, server_id, character_id, character_name, ${revocationKey}, 'revoke', idempotency_key, kind, item_id, quantity,
             available_until, order_id, order_line_position, case when is_doubtful then 'dead' when state = 'unknown' then 'unknown' else 'pending' end,
             case when is_doubtful then failure end, case when is_doubtful or state = 'unknown' then now() end
      from chosen, coalesce(failure in ('mismatch', 'suspicious_duplicate'), false) as is_doubtful
      where effect = 'grant' and (state not in ('pending', 'awaiting_character') or attempts > 0 or leases > 0 or ${isAnySeen})
        and not exists (select from deliveries as earlier where earlier.revokes_key = chosen.idempotency_key)
      order by id
      on conflict (idempotency_key) do nothing
    )
    update deliveries set state = 'cancelled', settled_at = now(), last_detail = ${reason}
    from chosen where deliveries.id = chosen.id and chosen.state not in ('applied', 'superseded')
    returning deliveries.id`;
}

/**
 * Holds all grants of the order back, or lets them go. Those that the game has are marked too, so that nothing of the
 * order is sent again meanwhile; an acknowledgement still counts.
 */
export async function updateOrderDeliveriesHeld(db: Db, orderId: number, isHeld: boolean): Promise<void> {
  const [from, to] = isHeld ? [sql`< 'infinity'`, sql`'infinity'`] : [sql`= 'infinity'`, sql`now()`];
  await db.execute(sql`
    with chosen as (
      -- Lock order: id. Another order deadlocks with acknowledgements.
      select id from deliveries where order_id = ${orderId} and effect = 'grant' order by id for update
    )
    update deliveries set available_at = ${to} from chosen
    where deliveries.id = chosen.id and available_at ${from}`);
}

/** Not sent while the payment of its order is disputed. */
export const isOnHold = sql<boolean>`(${deliveries.availableAt} = 'infinity' and ${deliveries.state} not in ('applied', 'cancelled', 'superseded'))`;

/** `shownState` in SQL. */
export const shownStateSql = sql<
  AdminDelivery['state']
>`case when ${deliveries.state} = 'applied' and ${deliveries.collectedAt} is not null then 'collected' else ${deliveries.state} end`;

type State = (typeof deliveries.$inferSelect)['state'];

/** @returns whether the delivery was in one of the states, and not on hold if it `mustBeFree` */
export async function updateDeliveryDecided(
  db: Db,
  id: number,
  changes: PgUpdateSetSource<typeof deliveries>,
  { from, mustBeFree = false }: { from: State[]; mustBeFree?: boolean },
): Promise<boolean> {
  const isUndecided = and(
    eq(deliveries.id, id),
    inArray(deliveries.state, from),
    mustBeFree ? sql`${deliveries.availableAt} < 'infinity'` : undefined,
  );
  const changed = await db
    .update(deliveries)
    .set(changes)
    .where(isUndecided)
    .returning({ id: deliveries.id });
  return changed.length > 0;
}

export async function selectDeliveryState(db: Db, id: number) {
  const [row] = await db
    .select({ state: deliveries.state, isOnHold })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row;
}

/**
 * Treats every open grant as one that the game may have, as after a restore: it is revoked when it is refunded, and a game without
 * receipts may answer that it had it.
 */
export async function updateGrantsMaybeSent(db: Pick<Db, 'execute'>): Promise<void> {
  await db.execute(sql`
    update deliveries set leases = 1
    where effect = 'grant' and leases = 0 and state in ('pending', 'awaiting_character')`);
}

export type GrantedItem = { id: number; serverId: number; itemId: number | null; quantity: number };

/** The grant under a key, whatever has become of it. */
export async function selectGrantedItem(tx: Transaction, key: string): Promise<GrantedItem | undefined> {
  const { id, serverId, itemId, quantity, idempotencyKey } = deliveries;
  const [row] = await tx
    .select({ id, serverId, itemId, quantity })
    .from(deliveries)
    .where(eq(idempotencyKey, key));
  return row;
}

/** Whether staff cancelled the grant: the game never applied it, or a revocation is queued. */
export async function selectIsDeliveryCancelled(tx: Transaction, key: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: deliveries.state })
    .from(deliveries)
    .where(eq(deliveries.idempotencyKey, key));
  return row?.state === 'cancelled';
}

/** How many are dead, by reason, also those of which none is. Reads a partial index that leaves out delivered rows. */
export async function selectDeadCounts(
  db: Db,
): Promise<{ label: DeliveryFailure; waygate_deliveries_dead_by_failure: number }[]> {
  const { rows } = await db.execute<{
    label: DeliveryFailure;
    waygate_deliveries_dead_by_failure: number;
  }>(sql`
    select label, count(id)::int as waygate_deliveries_dead_by_failure
    from unnest(${sql.param(deliveryFailureSchema.options)}::text[]) as label
      left join deliveries on state = 'dead' and failure = label
    group by label`);
  return rows;
}

export type DeliveryCounts = { dead: number; unknown: number; awaitingCharacter: number; waiting: number };

/** Reads partial indexes that leave out delivered rows. Those on hold for a dispute wait for the bank, not for the game. */
export async function selectDeliveryCounts(db: Db): Promise<DeliveryCounts> {
  const { rows } = await db.execute<DeliveryCounts>(sql`
    select (select count(*)::int from deliveries where state = 'dead') as dead,
           (select count(*)::int from deliveries where state = 'unknown') as unknown,
           (select count(*)::int from deliveries where state = 'awaiting_character') as "awaitingCharacter",
           (select count(*)::int from deliveries
            where state in ('pending', 'leased') and available_at < 'infinity') as waiting`);
  return rows[0] ?? { dead: 0, unknown: 0, awaitingCharacter: 0, waiting: 0 };
}

const progress = {
  state: deliveries.state,
  isOnHold,
  problem: deliveries.problem,
  collectBy: deliveries.collectBy,
  collectedAt: deliveries.collectedAt,
  characterName: deliveries.characterName,
};

/** What a player reads of a delivery. */
export type DeliveryProgress = Pick<
  typeof deliveries.$inferSelect,
  Exclude<keyof typeof progress, 'isOnHold'>
> & {
  isOnHold: boolean;
};

/** The grants that replaced those of these keys last, or they themselves, with the key each stands for. */
export async function selectNewestGrants(
  db: Db,
  keys: string[],
): Promise<(DeliveryProgress & { key: string; isRevoked: boolean })[]> {
  const newest = sql`(
    with recursive chain as (
      select idempotency_key as key, idempotency_key as last
      from deliveries where idempotency_key = any(${sql.param(keys)}::text[])
      union
      select chain.key, later.idempotency_key
      from deliveries as later join chain on later.supersedes_key = chain.last
    ) select key, last from chain
      where not exists (select from deliveries as later where later.supersedes_key = chain.last)) as newest`;
  return db
    .select({
      ...progress,
      key: sql<string>`newest.key`,
      // A revocation that staff cancelled leaves the player what the grant gave.
      isRevoked: sql<boolean>`exists (
        select from deliveries as r where r.revokes_key = newest.last and r.state <> 'cancelled')`,
    })
    .from(newest)
    .innerJoin(deliveries, sql`${deliveries.idempotencyKey} = newest.last`);
}

export async function selectOrderDeliveries(db: Db, orderIds: number[]) {
  return db
    .select({
      ...progress,
      orderId: sql<number>`${deliveries.orderId}`,
      position: sql<number>`${deliveries.orderLinePosition}`,
      effect: deliveries.effect,
      idempotencyKey: deliveries.idempotencyKey,
      revokesKey: deliveries.revokesKey,
      isMarkedDelivered: deliveries.isMarkedDelivered,
    })
    .from(deliveries)
    .where(and(inArray(deliveries.orderId, orderIds), isNotNull(deliveries.orderLinePosition)))
    .orderBy(asc(deliveries.id));
}

/** All deliveries of an order, oldest first. */
export async function selectDeliveriesOfOrder(db: Db, orderId: number) {
  return db
    .select({ ...getTableColumns(deliveries), isOnHold, itemName })
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId))
    .orderBy(asc(deliveries.id));
}
