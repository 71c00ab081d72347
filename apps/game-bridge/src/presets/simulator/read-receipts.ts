import type { DatabaseSync } from 'node:sqlite';
import { RECEIPTS_AT_ONCE } from '@waygate/contract/deliveries/receipts.schemas';
import * as z from 'zod/mini';
import type { RecordedReceipt } from '#adapter.ts';

const receiptRow = z.object({
  idempotencyKey: z.string(),
  state: z.enum(['given', 'taken_back', 'barred', 'done']),
  accountId: z.int(),
  kind: z.string(),
  itemId: z.int(),
  quantity: z.int(),
  characterId: z.nullable(z.string()),
  recordedAt: z.string(),
});

/** The next receipts after a key, in the order of keys. */
export function readReceipts(database: DatabaseSync, after: string): RecordedReceipt[] {
  const rows = database
    .prepare(
      `select idempotency_key as idempotencyKey, state, account_id as accountId, kind, item_id as itemId, quantity,
         character_id as characterId, recorded_at as recordedAt
       from receipts where idempotency_key > ? order by idempotency_key limit ${RECEIPTS_AT_ONCE}`,
    )
    .all(after);
  return rows.map((row) => {
    const receipt = receiptRow.parse(row);
    return { ...receipt, recordedAt: new Date(receipt.recordedAt) };
  });
}
