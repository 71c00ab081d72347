import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { LeasedRow } from './leases.queries.ts';

export function presentDelivery(row: LeasedRow): Delivery {
  const { id, idempotencyKey, effect, revokesKey, accountId, kind, itemId, quantity, createdAt } = row;
  return {
    id,
    idempotencyKey,
    effect,
    revokesKey,
    accountDBID: accountId,
    kind,
    itemId,
    quantity,
    createdAt: new Date(createdAt).toISOString(),
  };
}
