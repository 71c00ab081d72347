import type { DatabaseSync } from 'node:sqlite';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { inTransaction } from './game-database.ts';

/** `barred`: the revocation came before its grant, which will therefore never be applied. */
export type Outcome = 'given' | 'taken_back' | 'barred' | 'duplicate';

/**
 * Applies a delivery once, however often it is sent.
 *
 * The receipt and the effect are one transaction: after a crash there are both or neither. Together with the portal,
 * which sends a delivery until it is acknowledged, this makes delivery exactly-once.
 */
export function applyDelivery(database: DatabaseSync, delivery: Delivery): Outcome {
  return inTransaction(database, () => {
    if (findReceipt(database, delivery.idempotencyKey)) return 'duplicate';
    switch (delivery.effect) {
      case 'grant':
        return grant(database, delivery);
      case 'revoke':
        return revoke(database, delivery, delivery.revokesKey ?? '');
    }
  });
}

type Items = Pick<Delivery, 'accountDBID' | 'kind' | 'itemId' | 'quantity' | 'availableUntil'>;
type Receipt = { state: string; accountId: number; kind: string; itemId: number; quantity: number };

function grant(database: DatabaseSync, delivery: Delivery): Outcome {
  addToInventory(database, delivery, delivery.quantity);
  writeReceipt(database, delivery.idempotencyKey, 'given', delivery);
  return 'given';
}

/** Revokes what the receipt says was granted, not what the revocation says. */
function revoke(database: DatabaseSync, delivery: Delivery, grantKey: string): Outcome {
  const receipt = findReceipt(database, grantKey);
  writeReceipt(database, delivery.idempotencyKey, 'done', delivery);
  if (!receipt) {
    writeReceipt(database, grantKey, 'barred', delivery);
    return 'barred';
  }
  if (receipt.state !== 'given') return 'duplicate';
  database.prepare(`update receipts set state = 'taken_back' where idempotency_key = ?`).run(grantKey);
  addToInventory(
    database,
    { accountDBID: receipt.accountId, kind: receipt.kind, itemId: receipt.itemId },
    // A real game decides what happens to items that were used up or traded. Here the quantity can go below zero.
    -receipt.quantity,
  );
  return 'taken_back';
}

function findReceipt(database: DatabaseSync, key: string): Receipt | undefined {
  const row = database
    .prepare(
      `select state, account_id as accountId, kind, item_id as itemId, quantity
       from receipts where idempotency_key = ?`,
    )
    .get(key);
  // The query names exactly these columns, and the table is strict.
  return row as Receipt | undefined;
}

function writeReceipt(database: DatabaseSync, key: string, state: string, items: Items): void {
  database
    .prepare(
      `insert into receipts (idempotency_key, state, account_id, kind, item_id, quantity, available_until)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      key,
      state,
      items.accountDBID,
      items.kind,
      items.itemId ?? 0,
      items.quantity,
      items.availableUntil ?? null,
    );
}

function addToInventory(
  database: DatabaseSync,
  { accountDBID, kind, itemId }: { accountDBID: number; kind: string; itemId: number | null },
  quantity: number,
): void {
  database
    .prepare(
      `insert into inventory (account_id, kind, item_id, quantity) values (?, ?, ?, ?)
       on conflict do update set quantity = quantity + excluded.quantity`,
    )
    .run(accountDBID, kind, itemId ?? 0, quantity);
}
