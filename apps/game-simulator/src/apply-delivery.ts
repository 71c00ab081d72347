import type { DatabaseSync } from 'node:sqlite';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { inTransaction } from './game-database.ts';

/** `barred`: a revocation of something that has not come; now it never will. */
export type Outcome = 'given' | 'taken_back' | 'barred' | 'duplicate';

/**
 * Does what a delivery asks for, once, however often it comes.
 *
 * The receipt and its effect are one transaction: after a crash there are both or neither. That, and the portal's
 * patience to send a delivery until it is acknowledged, is the whole of exactly-once.
 */
export function applyDelivery(database: DatabaseSync, delivery: Delivery): Outcome {
  return inTransaction(database, () => {
    if (findReceipt(database, delivery.idempotencyKey)) return 'duplicate';
    switch (delivery.effect) {
      case 'grant':
        return give(database, delivery);
      case 'revoke':
        return takeBack(database, delivery, delivery.revokesKey ?? '');
    }
  });
}

type Things = Pick<Delivery, 'accountDBID' | 'kind' | 'itemId' | 'quantity' | 'availableUntil'>;
type Receipt = { state: string; accountId: number; kind: string; itemId: number; quantity: number };

function give(database: DatabaseSync, delivery: Delivery): Outcome {
  addToInventory(database, delivery, delivery.quantity);
  writeReceipt(database, delivery.idempotencyKey, 'given', delivery);
  return 'given';
}

/** Takes back what the receipt says was given, whatever the revocation says. */
function takeBack(database: DatabaseSync, delivery: Delivery, grantKey: string): Outcome {
  const grant = findReceipt(database, grantKey);
  writeReceipt(database, delivery.idempotencyKey, 'done', delivery);
  if (!grant) {
    writeReceipt(database, grantKey, 'barred', delivery);
    return 'barred';
  }
  if (grant.state !== 'given') return 'duplicate';
  database.prepare(`update receipts set state = 'taken_back' where idempotency_key = ?`).run(grantKey);
  addToInventory(
    database,
    { accountDBID: grant.accountId, kind: grant.kind, itemId: grant.itemId },
    // A real game decides what becomes of things that were used up or traded; here they can go below zero.
    -grant.quantity,
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
  // The query's own columns, of a strict table.
  return row as Receipt | undefined;
}

function writeReceipt(database: DatabaseSync, key: string, state: string, things: Things): void {
  database
    .prepare(
      `insert into receipts (idempotency_key, state, account_id, kind, item_id, quantity, available_until)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      key,
      state,
      things.accountDBID,
      things.kind,
      things.itemId ?? 0,
      things.quantity,
      things.availableUntil ?? null,
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
