import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { AdminDeliveryRow } from './deliveries.admin.queries.ts';

export function presentAdminDelivery(row: AdminDeliveryRow): AdminDelivery {
  return {
    deliveryId: row.id,
    accountDBID: row.accountId,
    userName: row.userName,
    effect: row.effect,
    kind: row.kind,
    itemId: row.itemId,
    quantity: row.quantity,
    state: row.state,
    isOnHold: row.isOnHold,
    attempts: row.attempts,
    failure: row.state === 'dead' ? row.failure : null,
    isMarkedDelivered: row.isMarkedDelivered,
    detail: row.lastDetail,
    orderId: row.orderId,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}
