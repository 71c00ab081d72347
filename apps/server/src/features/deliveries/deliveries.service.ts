import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import type { LineState } from '@waygate/contract/orders/orders.schemas';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  insertDeliveries,
  selectDeliveriesByOrder,
  selectIsCancelled,
  selectOrderDeliveries,
  updateDeliveriesWithdrawn,
  updateOrderDeliveriesWithdrawn,
} from './deliveries.queries.ts';

/** A grant for the game to apply once per key. */
export type NewDelivery = {
  accountId: number;
  idempotencyKey: string;
  kind: DeliveryKind;
  itemId: number | null;
  quantity: number;
  /** When the game ends the grant; null or undefined means never. */
  availableUntil?: Date | null;
  orderId?: number;
  orderLinePosition?: number;
};

/** Queues grants for the game. Keys that were already queued are ignored. */
export async function queueDeliveries(tx: Transaction, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await insertDeliveries(
    tx,
    rows.map((row) => ({ ...row, effect: 'grant' as const })),
  );
}

/** Cancels the order's grants that the game has not seen, and queues revocations for the rest. */
export async function withdrawOrderDeliveries(
  tx: Transaction,
  orderId: number,
): Promise<{ isAnySeenByGame: boolean }> {
  await updateOrderDeliveriesWithdrawn(tx, orderId);
  const rows = await selectOrderDeliveries(tx, [orderId]);
  return { isAnySeenByGame: rows.some(({ effect }) => effect === 'revoke') };
}

/** All deliveries of an order, oldest first. */
export function selectDeliveriesOfOrder(db: Db, orderId: number) {
  return selectDeliveriesByOrder(db, orderId);
}

/** Like `withdrawOrderDeliveries`, for grants by their keys. Idempotent. */
export async function withdrawDeliveries(tx: Transaction, keys: string[]): Promise<void> {
  if (keys.length > 0) await updateDeliveriesWithdrawn(tx, keys);
}

/** Whether staff cancelled the grant: the game never applied it, or a revocation is queued. */
export async function isDeliveryCancelled(tx: Transaction, key: string): Promise<boolean> {
  return selectIsCancelled(tx, key);
}

export type LineDeliveryState = { orderId: number; position: number; state: LineState };

/** The delivery state of each delivered line of these orders. */
export async function selectDeliveryStatesOfOrders(db: Db, orderIds: number[]): Promise<LineDeliveryState[]> {
  if (orderIds.length === 0) return [];
  const rows = await selectOrderDeliveries(db, orderIds);
  const revoked = new Set(rows.filter(({ effect }) => effect === 'revoke').map(lineKey));
  return rows
    .filter(({ effect }) => effect === 'grant')
    .map((row) => ({
      orderId: row.orderId,
      position: row.position,
      state: revoked.has(lineKey(row)) ? 'revoked' : lineState(row.state),
    }));
}

function lineKey({ orderId, position }: { orderId: number; position: number }): string {
  return `${orderId}:${position}`;
}

function lineState(state: 'pending' | 'leased' | 'applied' | 'dead' | 'cancelled'): LineState {
  switch (state) {
    case 'pending':
    case 'leased':
      return 'on_its_way';
    case 'applied':
      return 'delivered';
    case 'dead':
      return 'problem';
    case 'cancelled':
      return 'cancelled';
  }
}
