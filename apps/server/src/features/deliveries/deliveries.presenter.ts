import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { LeasedRow } from './leases.queries.ts';

export function presentDelivery(row: LeasedRow): Delivery {
  const { accountId, availableUntil, createdAt } = row;
  return {
    id: row.id,
    idempotencyKey: row.idempotencyKey,
    effect: row.effect,
    revokesKey: row.revokesKey,
    accountDBID: accountId,
    login: row.login,
    gameAccountId: row.gameAccountId,
    characterId: row.characterId,
    characterName: row.characterName,
    kind: row.kind,
    itemId: row.itemId,
    quantity: row.quantity,
    availableUntil: availableUntil === null ? null : new Date(availableUntil).toISOString(),
    ...(row.sendAgain > 0 && { sendAgain: row.sendAgain }),
    createdAt: new Date(createdAt).toISOString(),
  };
}
