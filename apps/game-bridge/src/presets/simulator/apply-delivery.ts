import type { DatabaseSync } from 'node:sqlite';
import type { Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import { inTransaction } from './simulated-game.ts';

/** `barred`: the revocation came before its grant, which will therefore never be applied. */
export type Outcome = 'given' | 'taken_back' | 'barred' | 'duplicate' | 'mismatch';

/** What became of a delivery, and what this game has recorded under its key, or under the key of the revoked grant. */
export type RecordedOutcome = { outcome: Outcome; receipt: Receipt };

/**
 * Applies a delivery once, however often it is sent.
 *
 * The receipt and the effect are one transaction: after a crash there are both or neither. Together with the portal,
 * which sends a delivery until it is acknowledged, this makes delivery exactly-once.
 *
 * `mismatch`: the key is known, but for another account, kind, item or quantity. Nothing changes: a portal that lost its
 * memory must neither believe that something else was delivered, nor take away what belongs to another player.
 */
export function applyDelivery(database: DatabaseSync, delivery: Delivery): RecordedOutcome {
  return inTransaction(database, () => {
    const known = findReceipt(database, delivery.idempotencyKey);
    if (known) {
      const isSameEffect = (known.state === 'done') === (delivery.effect === 'revoke');
      return applied(isSameEffect && isOf(known, delivery) ? 'duplicate' : 'mismatch', known);
    }
    switch (delivery.effect) {
      case 'grant':
        return grant(database, delivery);
      case 'revoke':
        return revoke(database, delivery, delivery.revokesKey ?? '');
    }
  });
}

/** Whether a delivery was handled before. */
export function isKnown(database: DatabaseSync, key: string): boolean {
  return findReceipt(database, key) !== undefined;
}

type Items = Pick<
  Delivery,
  'accountDBID' | 'kind' | 'itemId' | 'quantity' | 'availableUntil' | 'characterId'
>;
type RecordedReceipt = { state: string; accountId: number; kind: string; itemId: number; quantity: number };

function grant(database: DatabaseSync, delivery: Delivery): RecordedOutcome {
  addToInventory(database, delivery, delivery.quantity);
  return applied('given', writeReceipt(database, delivery.idempotencyKey, 'given', delivery));
}

/** Revokes what the receipt says was granted, if that is what the revocation says. */
function revoke(database: DatabaseSync, delivery: Delivery, grantKey: string): RecordedOutcome {
  const receipt = findReceipt(database, grantKey);
  if (receipt && (receipt.state === 'done' || !isOf(receipt, delivery))) return applied('mismatch', receipt);
  writeReceipt(database, delivery.idempotencyKey, 'done', delivery);
  if (!receipt) return applied('barred', writeReceipt(database, grantKey, 'barred', delivery));
  if (receipt.state !== 'given') return applied('duplicate', receipt);
  database.prepare(`update receipts set state = 'taken_back' where idempotency_key = ?`).run(grantKey);
  // A real game decides what happens to items that were used up or traded. Here the quantity can go below zero.
  addToInventory(database, delivery, -receipt.quantity);
  return applied('taken_back', receipt);
}

function isOf(receipt: RecordedReceipt, { accountDBID, kind, itemId, quantity }: Items): boolean {
  return (
    receipt.accountId === accountDBID &&
    receipt.kind === kind &&
    receipt.itemId === (itemId ?? 0) &&
    receipt.quantity === quantity
  );
}

/** The receipt as the portal reads it. */
function applied(outcome: Outcome, { accountId, kind, itemId, quantity }: RecordedReceipt): RecordedOutcome {
  return {
    outcome,
    receipt: { accountDBID: accountId, kind, itemId: itemId === 0 ? null : itemId, quantity },
  };
}

function findReceipt(database: DatabaseSync, key: string): RecordedReceipt | undefined {
  const row = database
    .prepare(
      `select state, account_id as accountId, kind, item_id as itemId, quantity
       from receipts where idempotency_key = ?`,
    )
    .get(key);
  // The query names exactly these columns, and the table is strict.
  return row as RecordedReceipt | undefined;
}

function writeReceipt(
  database: DatabaseSync,
  key: string,
  state: string,
  { accountDBID, kind, itemId, quantity, availableUntil, characterId }: Items,
): RecordedReceipt {
  database
    .prepare(
      `insert into receipts (idempotency_key, state, account_id, kind, item_id, quantity, available_until, character_id)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(key, state, accountDBID, kind, itemId ?? 0, quantity, availableUntil ?? null, characterId ?? null);
  return { state, accountId: accountDBID, kind, itemId: itemId ?? 0, quantity };
}

function addToInventory(
  database: DatabaseSync,
  { accountDBID, kind, itemId }: Items,
  quantity: number,
): void {
  database
    .prepare(
      `insert into inventory (account_id, kind, item_id, quantity) values (?, ?, ?, ?)
       on conflict do update set quantity = quantity + excluded.quantity`,
    )
    .run(accountDBID, kind, itemId ?? 0, quantity);
}
