import type { Transaction } from '#platform/db/database.ts';
import {
  selectOrderDeliveries,
  updateDeliveriesWithdrawn,
  updateOrderDeliveriesHeld,
  updateOrderDeliveriesWithdrawn,
  updateUndeliveredWithdrawn,
} from './deliveries.queries.ts';
import { insertDeliveries, type NewDelivery } from './new-deliveries.queries.ts';

export type { NewDelivery };

/** Queues grants for the game. Keys that were already queued are ignored. */
export async function queueDeliveries(tx: Transaction, rows: NewDelivery[]): Promise<void> {
  if (rows.length > 0) await insertDeliveries(tx, rows);
}

/** What became of an order's deliveries, and how many of them staff have to look after. */
export type Withdrawn = {
  isAnySeenByGame: boolean;
  /** Grants by hand: the game knows nothing of them, so its revocation takes nothing away. */
  markedDelivered: number;
  /** Revocations that aren't sent, because the game may have something else under the key, or not have it. */
  waiting: number;
};

/**
 * Cancels the order's grants that the game has not seen, and queues revocations for the rest.
 *
 * @param isFromBefore the game may have all of it from before a backup was restored, whatever this database knows
 */
export async function withdrawOrderDeliveries(
  tx: Transaction,
  orderId: number,
  { isFromBefore = false } = {},
): Promise<Withdrawn> {
  await updateOrderDeliveriesWithdrawn(tx, orderId, isFromBefore);
  const rows = await selectOrderDeliveries(tx, [orderId]);
  const revocations = rows.filter(({ effect }) => effect === 'revoke');
  const queued = new Set(
    revocations.filter(({ state }) => state === 'pending').map(({ revokesKey }) => revokesKey),
  );
  return {
    isAnySeenByGame: revocations.length > 0,
    markedDelivered: rows.filter(
      ({ isMarkedDelivered, idempotencyKey }) => isMarkedDelivered && queued.has(idempotencyKey),
    ).length,
    waiting: revocations.filter(({ state }) => state === 'dead' || state === 'unknown').length,
  };
}

/** Sends nothing more of the order, including leased and dead deliveries, until `releaseOrderDeliveries`. */
export async function holdOrderDeliveries(tx: Transaction, orderId: number): Promise<void> {
  await updateOrderDeliveriesHeld(tx, orderId, true);
}

/** Ends a hold. What was leased is leased again, under its key. */
export async function releaseOrderDeliveries(tx: Transaction, orderId: number): Promise<void> {
  await updateOrderDeliveriesHeld(tx, orderId, false);
}

/**
 * Like `withdrawOrderDeliveries`, but what the game has applied stays.
 *
 * @returns how many grants were cancelled
 */
export async function withdrawUndelivered(
  tx: Transaction,
  { orderIds, reason }: { orderIds: number[]; reason: string },
): Promise<number> {
  return orderIds.length === 0 ? 0 : updateUndeliveredWithdrawn(tx, orderIds, reason);
}

/** Like `withdrawOrderDeliveries`, for grants by their keys. Idempotent. */
export async function withdrawDeliveries(tx: Transaction, keys: string[]): Promise<void> {
  if (keys.length > 0) await updateDeliveriesWithdrawn(tx, keys);
}
