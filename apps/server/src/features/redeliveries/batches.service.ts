import { updateBenefitGrantKeys } from '#features/benefits/benefits.ts';
import { lockAccounts, selectAccount } from '#features/identity/identity.ts';
import { updatePackGrantKeys } from '#features/packs/packs.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import {
  insertDeliveriesAgain,
  lockOrdersShared,
  type NamedDelivery,
  type RunningRedelivery,
  selectNamed,
  selectUnfinishedLocked,
  updateDeliveriesRequeued,
  updateProgress,
} from './batches.queries.ts';

export const BATCH_SIZE = 500;

/**
 * Carries out the next batch of the oldest redelivery that no other worker is at. Batch and progress are one transaction:
 * after a crash the next worker goes on exactly where this one was.
 *
 * @returns false when there is nothing left to do
 */
export function redeliverBatch(db: Database, limit = BATCH_SIZE): Promise<boolean> {
  return db.transaction(async (tx) => {
    const redelivery = await selectUnfinishedLocked(tx);
    if (!redelivery) return false;
    const named = await selectNamed(tx, redelivery, limit);
    const redelivered = named.length === 0 ? 0 : await redeliver(tx, redelivery, named);
    await updateProgress(tx, { id: redelivery.id, redelivered, last: named.at(-1) });
    return true;
  });
}

/** @returns how many were sent again */
async function redeliver(
  tx: Transaction,
  redelivery: RunningRedelivery,
  named: NamedDelivery[],
): Promise<number> {
  // Lock order: orders, accounts, deliveries, as where orders are reversed and grants withdrawn. Whichever comes first, the
  // other one sees it: a refund revokes what was sent again, and nothing is sent of a refunded order.
  const orderIds = named.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  await lockOrdersShared(tx, [...new Set(orderIds)]);
  await lockAccounts(tx, [...new Set(named.map(({ accountId }) => accountId))]);
  const staff = await selectAccount(tx, redelivery.staffId);
  if (!staff) throw new Error(`There is no account ${redelivery.staffId}.`);
  const sender = { ...staff, accountId: staff.id };
  const batch = { redelivery, sender, ids: named.map(({ id }) => id) };
  if (redelivery.mode === 'same_keys') return updateDeliveriesRequeued(tx, batch);
  const replaced = await insertDeliveriesAgain(tx, batch);
  await updateBenefitGrantKeys(tx, replaced);
  await updatePackGrantKeys(tx, replaced);
  return replaced.length;
}
