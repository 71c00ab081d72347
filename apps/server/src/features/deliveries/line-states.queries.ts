import type { LineDelivery, LineState } from '@waygate/contract/deliveries/line-states.schemas';
import type { Db } from '#platform/db/database.ts';
import { type DeliveryProgress, selectNewestGrants, selectOrderDeliveries } from './deliveries.queries.ts';

type StateOfLine = LineDelivery & { orderId: number; position: number };

/** The delivery state of each delivered line of these orders. */
export async function selectDeliveryStatesOfOrders(db: Db, orderIds: number[]): Promise<StateOfLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await selectOrderDeliveries(db, orderIds);
  const revoked = new Set(rows.map(({ revokesKey }) => revokesKey));
  // The newest grant counts where a line was granted again.
  const grants = new Map(rows.filter(({ effect }) => effect === 'grant').map((row) => [lineKey(row), row]));
  return [...grants.values()].map((row) => ({
    orderId: row.orderId,
    position: row.position,
    ...lineDelivery(row, revoked.has(row.idempotencyKey)),
  }));
}

/** States in which it isn't in the game yet. */
const HAS_PROBLEM: LineState[] = ['on_its_way', 'awaiting_character', 'problem'];

/**
 * The delivery state of grants by their keys. What replaced a grant, after the game started over, counts instead of it.
 */
export async function selectDeliveryStates(db: Db, keys: string[]): Promise<Map<string, LineDelivery>> {
  if (keys.length === 0) return new Map();
  const rows = await selectNewestGrants(db, keys);
  return new Map(rows.map(({ key, isRevoked, ...row }) => [key, lineDelivery(row, isRevoked)]));
}

function lineDelivery(row: DeliveryProgress, isRevoked: boolean): LineDelivery {
  const state = isRevoked ? 'revoked' : lineState(row);
  return {
    state,
    problem: HAS_PROBLEM.includes(state) ? row.problem : null,
    collectBy: state === 'delivered' ? (row.collectBy?.toISOString() ?? null) : null,
    characterName: row.characterName,
  };
}

function lineKey({ orderId, position }: { orderId: number; position: number }): string {
  return `${orderId}:${position}`;
}

function lineState({ state, isOnHold, collectedAt }: DeliveryProgress): LineState {
  if (isOnHold) return 'on_hold';
  switch (state) {
    case 'pending':
    case 'leased':
      return 'on_its_way';
    case 'applied':
      return collectedAt === null ? 'delivered' : 'collected';
    case 'unknown':
    case 'awaiting_character':
      return state;
    case 'dead':
      return 'problem';
    case 'cancelled':
    case 'superseded':
      return 'cancelled';
  }
}
