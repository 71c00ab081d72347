import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { shownState } from '#features/deliveries/delivery-states.rules.ts';
import type { AdminDeliveryRow } from './deliveries.admin.queries.ts';

export function presentAdminDelivery(row: AdminDeliveryRow): AdminDelivery {
  return {
    deliveryId: row.id,
    accountDBID: row.accountId,
    userName: row.userName,
    serverId: row.serverId,
    serverName: row.serverName,
    characterId: row.characterId,
    characterName: row.characterName,
    effect: row.effect,
    kind: row.kind,
    itemId: row.itemId,
    itemName: row.itemName,
    quantity: row.quantity,
    state: shownState(row),
    isOnHold: row.isOnHold,
    attempts: row.attempts,
    failure: row.state === 'dead' ? row.failure : null,
    isMarkedDelivered: row.isMarkedDelivered,
    detail: row.lastDetail,
    problem: row.problem,
    collectBy: row.collectBy?.toISOString() ?? null,
    collectedAt: row.collectedAt?.toISOString() ?? null,
    orderId: row.orderId,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
