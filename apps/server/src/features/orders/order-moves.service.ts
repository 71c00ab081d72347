import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { sql } from 'drizzle-orm';
import { updateStockReleased } from '#features/products/products.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import type { Transaction } from '#platform/db/database.ts';
import { holdOrderDeliveries, releaseOrderDeliveries } from '#features/deliveries/deliveries.ts';
import { fulfilOrder, reverseOrder } from './fulfilment.service.ts';
import { noteMailOfMove } from './mails/order-mails.service.ts';
import { isDue, isReversed } from './orders.rules.ts';
import { type OrderChanges, updateOrderState } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';

export type Settled = { state: OrderState; reviewReason?: string };

/** Sends the order to review by staff. The caller holds its lock. */
export async function toReview(tx: Transaction, order: OrderRow, reason: string): Promise<Settled> {
  await move(tx, order, 'review', { reason, changes: { reviewReason: reason, decision: null } });
  return { state: 'review', reviewReason: reason };
}

/**
 * Ends a review by going back to the state before it, with all it has granted and holds. The caller holds its lock.
 *
 * @returns the review, while the account has another open checkout of the product: there may be one
 */
export async function returnToState(tx: Transaction, order: OrderRow, state: OrderState): Promise<Settled> {
  try {
    // A savepoint, so that the rest of the transaction survives a refusal.
    await tx.transaction((inner) =>
      move(inner, order, state, { reason: 'session found again', changes: {} }),
    );
    return { state };
  } catch (error) {
    if (violatedUniqueKey(error) !== 'orders_open_target_key') throw error;
    return { state: order.state };
  }
}

/**
 * Moves the order through these states. Fulfils or reverses it if the last state requires that, and holds its deliveries
 * back while its payment is disputed. The caller holds the order's lock.
 */
export async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  {
    steps,
    reason = 'payment',
    changes = {},
    isAgain = false,
  }: {
    steps: [OrderState, ...OrderState[]];
    reason?: string;
    changes?: OrderChanges;
    /** Grants everything again if it was revoked. */
    isAgain?: boolean;
  },
): Promise<Settled> {
  const target = steps.at(-1) ?? order.state;
  // Before fulfilment, because what is queued for an order on hold is held back too.
  if (target === 'disputed') await holdOrderDeliveries(tx, order.id);
  else if (mayBeOnHold(order)) await releaseOrderDeliveries(tx, order.id);
  // Before the first move: fulfilment reads the order's previous state.
  if (isDue(target) && (await fulfilOrder(tx, order, { isAgain })) === 'stock_gone')
    return toReview(tx, order, 'stock_gone');
  const isUnitReleased = (await reverseIfUnpaid(tx, order, target)) && order.stock === 'held';
  let from = order.state;
  for (const to of steps) {
    const isLast = to === target;
    await move(tx, { ...order, state: from }, to, {
      reason,
      changes: {
        ...(to === 'paid' && order.paidAt === null && { paidAt: sql`now()` }),
        ...(isLast && isUnitReleased && { stock: 'released' as const }),
        ...(isLast && changes),
      },
    });
    from = to;
  }
  if (isUnitReleased) await updateStockReleased(tx, order.productId);
  return { state: target };
}

/** A review may follow a dispute. */
function mayBeOnHold({ state, fulfilledAt }: OrderRow): boolean {
  return fulfilledAt !== null && (state === 'disputed' || state === 'review');
}

/**
 * Reverses the order if its target state means that it is not paid.
 *
 * @returns whether its unit can be sold again; false once anything of it may have reached the game
 */
async function reverseIfUnpaid(tx: Transaction, order: OrderRow, target: OrderState): Promise<boolean> {
  if (target === 'failed' || target === 'expired') return true;
  if (!isReversed(target) && target !== 'cancelled') return false;
  return (await reverseOrder(tx, order)) === 'not_delivered';
}

async function move(
  tx: Transaction,
  order: OrderRow,
  to: OrderState,
  { reason, changes }: { reason: string; changes: OrderChanges },
): Promise<void> {
  const { id, state } = order;
  const isMoved = await updateOrderState(tx, { id, from: state, to, reason, changes });
  if (!isMoved) throw new Error(`Order ${id} was moved without its lock.`);
  await noteMailOfMove(tx, order, { to, reason });
}
