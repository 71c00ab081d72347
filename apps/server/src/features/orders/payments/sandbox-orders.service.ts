import { selectOrdersWithUndelivered, withdrawUndelivered } from '#features/deliveries/deliveries.ts';
import type { Database } from '#platform/db/database.ts';
import { moveOrder } from '#features/orders/order-moves.service.ts';
import { isUnsettled } from '#features/orders/orders.rules.ts';
import {
  selectOrderForUpdate,
  selectSandboxOrderIds,
  selectUnsettledSandboxOrderIds,
} from '#features/orders/orders.queries.ts';

/** Orders that nobody can pay any more, and deliveries that the game will not get. */
type EndedSandbox = { unpaid: number; withdrawn: number };

/**
 * Ends what a database still owes for simulated payments: unpaid sandbox orders expire and release their stock, and paid
 * ones are not delivered any further. What was delivered stays. Idempotent, and safe in several processes at once.
 *
 * Sandbox orders that were already fulfilled keep their state and their coins: only staff know whether to revoke them.
 */
export async function endSandboxOrders(db: Database): Promise<EndedSandbox> {
  let unpaid = 0;
  // One short transaction each, in the lock order of all other moves. There are few, and only once.
  for (const orderId of await selectUnsettledSandboxOrderIds(db))
    if (await endUnpaid(db, orderId)) unpaid += 1;
  const withdrawn = await db.transaction(async (tx) => {
    const undelivered = await selectOrdersWithUndelivered(tx);
    const ids = await selectSandboxOrderIds(tx, undelivered);
    return withdrawUndelivered(tx, { orderIds: ids, reason: 'paid in the sandbox' });
  });
  return { unpaid, withdrawn };
}

/** @returns false when another process was faster */
function endUnpaid(db: Database, orderId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await selectOrderForUpdate(tx, orderId);
    if (!order || !isUnsettled(order.state)) return false;
    // A payment that is under way can only succeed or fail.
    const end = order.state === 'processing' ? 'failed' : 'expired';
    await moveOrder(tx, order, { steps: [end], reason: 'sandbox closed' });
    return true;
  });
}
