import type { ReceiptReport } from '@waygate/contract/deliveries/receipts.schemas';
import { deliveryKindSchema } from '@waygate/contract/deliveries/deliveries.schemas';
import { withdrawDeliveries } from '#features/deliveries/deliveries.service.ts';
import { asStaff, audited, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import { storableTime } from '#features/deliveries/leases.service.ts';
import {
  insertGrantOfReceipt,
  insertReceiptReport,
  insertUnmatchedReceipts,
  selectReceiptsWanted,
  selectUnmatchedReceipt,
  type UnmatchedReceiptRow,
  updateReceiptClosed,
} from './receipts.queries.ts';

const CLOSED = 'This receipt was settled meanwhile.';

/**
 * Records what a game has and this portal has forgotten, while receipts are wanted for this restore. Otherwise it ignores them.
 *
 * @returns how many of the receipts have no delivery
 */
export async function recordReceipts(
  db: Database,
  serverId: number,
  { restore, isLast, receipts }: ReceiptReport,
): Promise<number> {
  const storable = receipts
    // A key that the database can't store is of no delivery of this portal.
    .filter(({ idempotencyKey }) => idempotencyKey.isWellFormed() && !idempotencyKey.includes('\0'))
    .map((receipt) => ({
      ...receipt,
      recordedAt: (storableTime(receipt.recordedAt) ?? new Date()).toISOString(),
    }));
  return db.transaction(async (tx) => {
    if ((await selectReceiptsWanted(tx, serverId))?.restore !== restore) return 0;
    const unmatched = await insertUnmatchedReceipts(tx, serverId, storable);
    if (isLast) await insertReceiptReport(tx, serverId, restore);
    return unmatched;
  });
}

type Decision = { id: number; reason: string };

/** Leaves it as it is in the game. @throws what `asStaff` throws; notFound; conflict when it was settled meanwhile */
export function keepReceipt(
  db: Database,
  staff: Staff,
  { id, reason }: Decision,
): Promise<UnmatchedReceiptRow> {
  return asStaff(db, staff, { section: 'orders' }, async ({ tx }) => {
    await getReceipt(tx, id);
    if (!(await updateReceiptClosed(tx, id, 'kept'))) throw conflict(CLOSED);
    return audited({ kind: 'receipt.keep', target: id, reason }, await getReceipt(tx, id));
  });
}

/**
 * Revokes in the game what it was granted.
 *
 * @throws what `asStaff` throws; notFound, also for an account that was made after the backup; conflict for a receipt of a
 *   revocation, and when it was settled meanwhile
 */
export async function revokeReceipt(
  db: Database,
  staff: Staff,
  { id, reason }: Decision,
): Promise<UnmatchedReceiptRow> {
  const { accountId, effect, kind, idempotencyKey } = await getReceipt(db, id);
  const right = { section: 'orders', accountId, givesValue: false, mayBeErased: true } as const;
  return asStaff(db, staff, right, async ({ tx }) => {
    if (effect === 'revoke') throw conflict('The game has already revoked this.');
    if (!deliveryKindSchema.safeParse(kind).success) throw conflict(`This portal can't revoke ${kind}.`);
    if (!(await updateReceiptClosed(tx, id, 'revoked'))) throw conflict(CLOSED);
    if (!(await insertGrantOfReceipt(tx, id))) throw conflict(CLOSED);
    await withdrawDeliveries(tx, [idempotencyKey]);
    return audited({ kind: 'receipt.revoke', target: id, reason }, await getReceipt(tx, id));
  });
}

async function getReceipt(db: Database | Transaction, id: number): Promise<UnmatchedReceiptRow> {
  const row = await selectUnmatchedReceipt(db, id);
  if (!row) throw notFound('There is no such receipt.');
  return row;
}
