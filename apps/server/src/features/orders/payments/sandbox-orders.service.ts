import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { selectOrdersWithUndelivered, withdrawUndelivered } from '#features/deliveries/deliveries.ts';
import type { Database } from '#platform/db/database.ts';
import { moveOrder } from '#features/orders/order-moves.service.ts';
import { isUnsettled } from '#features/orders/orders.rules.ts';
import { selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import { selectOpenSandboxOrderIds, selectSandboxOrderIds } from './sandbox-orders.queries.ts';

/** Orders that nobody can pay any more, reviews that nobody can decide, and deliveries that the game will not get. */
type EndedSandbox = { unpaid: number; reviewed: number; withdrawn: number };

/**
 * Ends what a database still owes for simulated payments: unpaid sandbox orders expire and release their stock, reviews
 * end, and paid ones are not delivered any further. What was delivered stays. Idempotent, and safe in several processes at once.
 *
 * Sandbox orders that were already fulfilled keep their state and their coins: only staff know whether to revoke them.
 */
export async function endSandboxOrders(db: Database): Promise<EndedSandbox> {
  let [unpaid, reviewed] = [0, 0];
  // One short transaction each, in the lock order of all other moves. There are few, and only once.
  for (const orderId of await selectOpenSandboxOrderIds(db)) {
    const from = await endOrder(db, orderId);
    if (from === 'review') reviewed += 1;
    else if (from !== undefined) unpaid += 1;
  }
  const withdrawn = await db.transaction(async (tx) => {
    const undelivered = await selectOrdersWithUndelivered(tx);
    const ids = await selectSandboxOrderIds(tx, undelivered);
    return withdrawUndelivered(tx, { orderIds: ids, reason: 'paid in the sandbox' });
  });
  return { unpaid, reviewed, withdrawn };
}

/** @returns the state that the order was in; undefined when another process was faster */
function endOrder(db: Database, orderId: number): Promise<OrderState | undefined> {
  return db.transaction(async (tx) => {
    const order = await selectOrderForUpdate(tx, orderId);
    if (!order || !(isUnsettled(order.state) || order.state === 'review')) return undefined;
    await moveOrder(tx, order, { steps: [endOf(order)], reason: 'sandbox closed' });
    return order.state;
  });
}

function endOf({ state, fulfilledAt, reversedAt }: OrderRow): OrderState {
  // A payment that is under way can only succeed or fail.
  if (state !== 'review') return state === 'processing' ? 'failed' : 'expired';
  if (reversedAt !== null) return 'refunded';
  return fulfilledAt === null ? 'cancelled' : 'paid';
}
