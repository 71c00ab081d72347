import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { deliveries } from './deliveries.tables.ts';

type Row = typeof deliveries.$inferSelect;

/** A delivery's state as staff see it: what the player collected in the game is more than applied. */
export function shownState({
  state,
  collectedAt,
}: Pick<Row, 'state' | 'collectedAt'>): AdminDelivery['state'] {
  return state === 'applied' && collectedAt !== null ? 'collected' : state;
}
