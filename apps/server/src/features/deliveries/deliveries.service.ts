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

/** Something for the game to give to an account, once per key. */
export type NewDelivery = {
  accountId: number;
  idempotencyKey: string;
  kind: DeliveryKind;
  itemId: number | null;
  quantity: number;
  /** When the game ends it by itself; without it, never. */
  availableUntil?: Date | null;
  orderId?: number;
  orderLinePosition?: number;
};

/** Writes grants for the game to fetch. A key that was queued before changes nothing. */
export async function queueDeliveries(tx: Transaction, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await insertDeliveries(
    tx,
    rows.map((row) => ({ ...row, effect: 'grant' as const })),
  );
}

/** Cancels what the game has not seen of an order, and has the game take back the rest. */
export async function withdrawOrderDeliveries(
  tx: Transaction,
  orderId: number,
): Promise<{ isAnySeenByGame: boolean }> {
  await updateOrderDeliveriesWithdrawn(tx, orderId);
  const rows = await selectOrderDeliveries(tx, [orderId]);
  return { isAnySeenByGame: rows.some(({ effect }) => effect === 'revoke') };
}

/** Everything that was queued for an order, oldest first. */
export function selectDeliveriesOfOrder(db: Db, orderId: number) {
  return selectDeliveriesByOrder(db, orderId);
}

/** The same for grants by their keys, whatever they were for. Doing it again changes nothing. */
export async function withdrawDeliveries(tx: Transaction, keys: string[]): Promise<void> {
  if (keys.length > 0) await updateDeliveriesWithdrawn(tx, keys);
}

/** Whether staff gave the grant up by hand, so that the game has not got it, or was told to take it back. */
export async function isDeliveryCancelled(tx: Transaction, key: string): Promise<boolean> {
  return selectIsCancelled(tx, key);
}

export type LineDeliveryState = { orderId: number; position: number; state: LineState };

/** How far each delivered line of these orders has come. */
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
