import type { LineState } from '@waygate/contract/deliveries/line-states.schemas';
import type { Db } from '#platform/db/database.ts';
import { selectOrderDeliveries } from './deliveries.queries.ts';

type LineDeliveryState = { orderId: number; position: number; state: LineState };

/** The delivery state of each delivered line of these orders. */
export async function selectDeliveryStatesOfOrders(db: Db, orderIds: number[]): Promise<LineDeliveryState[]> {
  if (orderIds.length === 0) return [];
  const rows = await selectOrderDeliveries(db, orderIds);
  const revoked = new Set(rows.map(({ revokesKey }) => revokesKey));
  // The newest grant counts where a line was granted again.
  const grants = new Map(rows.filter(({ effect }) => effect === 'grant').map((row) => [lineKey(row), row]));
  return [...grants.values()].map((row) => ({
    orderId: row.orderId,
    position: row.position,
    state: revoked.has(row.idempotencyKey) ? 'revoked' : lineState(row),
  }));
}

function lineKey({ orderId, position }: { orderId: number; position: number }): string {
  return `${orderId}:${position}`;
}

function lineState({
  state,
  isOnHold,
}: {
  state: 'pending' | 'leased' | 'applied' | 'dead' | 'cancelled' | 'superseded';
  isOnHold: boolean;
}): LineState {
  if (isOnHold) return 'on_hold';
  switch (state) {
    case 'pending':
    case 'leased':
      return 'on_its_way';
    case 'applied':
      return 'delivered';
    case 'dead':
      return 'problem';
    case 'cancelled':
    case 'superseded':
      return 'cancelled';
  }
}
