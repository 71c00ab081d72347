import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import type { UnmatchedReceiptRow } from '#features/deliveries/receipts/receipts.queries.ts';

export function presentReceipt(row: UnmatchedReceiptRow): UnmatchedReceipt {
  const { id, state, serverId, serverName, effect, accountId, userName, kind, itemId, quantity } = row;
  return {
    receiptId: id,
    state,
    serverId,
    serverName,
    effect,
    accountDBID: accountId,
    account: userName === null ? null : { accountDBID: accountId, userName },
    kind,
    itemId,
    quantity,
    idempotencyKey: row.idempotencyKey,
    recordedAt: new Date(row.recordedAt).toISOString(),
    closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
  };
}
