import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { sql } from 'drizzle-orm';
import { releaseStock } from '#features/products/products.ts';
import type { Transaction } from '#platform/db/database.ts';
import { fulfilOrder, reverseOrder } from './fulfilment.service.ts';
import { isDue, isReversed } from './orders.rules.ts';
import { type OrderChanges, updateOrderState } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';

export type Settled = { state: OrderState; reviewReason?: string };

/** Leaves the order to staff. Must hold its lock. */
export async function toReview(tx: Transaction, order: OrderRow, reason: string): Promise<Settled> {
  await move(tx, order, 'review', { reason, changes: { reviewReason: reason, decision: null } });
  return { state: 'review', reviewReason: reason };
}

/**
 * Takes the order along these legal moves, and gives or takes back the goods where the last of them asks for it.
 * Must hold the order's lock.
 */
export async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  {
    steps,
    reason = 'payment',
    changes = {},
  }: { steps: [OrderState, ...OrderState[]]; reason?: string; changes?: OrderChanges },
): Promise<Settled> {
  const target = steps.at(-1) ?? order.state;
  // Before the first move, while the row still tells what has been done.
  if (isDue(target) && (await fulfilOrder(tx, order)) === 'stock_gone')
    return order.state === 'review' ? { state: 'review' } : toReview(tx, order, 'stock_gone');
  const isUnitBack = (await giveUp(tx, order, target)) && order.stock === 'held';
  let from = order.state;
  for (const to of steps) {
    const isLast = to === target;
    await move(tx, { ...order, state: from }, to, {
      reason,
      changes: {
        ...(to === 'paid' && order.paidAt === null && { paidAt: sql`now()` }),
        ...(isLast && isUnitBack && { stock: 'released' as const }),
        ...(isLast && changes),
      },
    });
    from = to;
  }
  if (isUnitBack) await releaseStock(tx, order.productId);
  return { state: target };
}

/**
 * Takes back what the order brought, where it ends without its money.
 *
 * @returns whether its unit can be sold again: it cannot once anything of it may have reached the game
 */
async function giveUp(tx: Transaction, order: OrderRow, target: OrderState): Promise<boolean> {
  if (target === 'failed' || target === 'expired') return true;
  if (!isReversed(target) && target !== 'cancelled') return false;
  return (await reverseOrder(tx, order)) === 'nothing is out';
}

async function move(
  tx: Transaction,
  { id, state }: OrderRow,
  to: OrderState,
  { reason, changes }: { reason: string; changes: OrderChanges },
): Promise<void> {
  const isMoved = await updateOrderState(tx, { id, from: state, to, reason, changes });
  if (!isMoved) throw new Error(`Order ${id} was moved by somebody who did not lock it.`);
}
