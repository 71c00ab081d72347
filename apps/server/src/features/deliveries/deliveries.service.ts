import type { LineState } from '@waygate/contract/orders/orders.schemas';
import type { GrantKind } from '@waygate/contract/products/products.schemas';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  insertDeliveries,
  selectDeliveriesByOrder,
  selectOrderDeliveries,
  updateOrderDeliveriesWithdrawn,
} from './deliveries.queries.ts';

/** Something for the game to give to an account, once per key. */
export type NewDelivery = {
  accountId: number;
  idempotencyKey: string;
  kind: GrantKind;
  itemId: number | null;
  quantity: number;
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
