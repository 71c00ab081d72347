import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type OrderRefundRow, orderRefunds } from '#features/orders/orders.tables.ts';

export type NewRefund = Pick<
  OrderRefundRow,
  | 'orderId'
  | 'sessionId'
  | 'paymentIntentId'
  | 'amountCents'
  | 'refundedBeforeCents'
  | 'staffId'
  | 'requestId'
>;

export async function insertOrderRefunds(db: Db, refunds: NewRefund[]): Promise<OrderRefundRow[]> {
  return db.insert(orderRefunds).values(refunds).returning();
}

export async function selectRefundOfRequest(db: Db, requestId: string): Promise<OrderRefundRow | undefined> {
  const [row] = await db.select().from(orderRefunds).where(eq(orderRefunds.requestId, requestId));
  return row;
}

/** `isStale`: the provider may have forgotten the idempotency key, so a retry could refund twice. */
export async function selectOrderRefund(
  db: Db,
  id: number,
): Promise<(OrderRefundRow & { isStale: boolean }) | undefined> {
  const [row] = await db
    .select({
      refund: orderRefunds,
      isStale: sql<boolean>`${orderRefunds.createdAt} < now() - interval '20 hours'`,
    })
    .from(orderRefunds)
    .where(eq(orderRefunds.id, id));
  return row && { ...row.refund, isStale: row.isStale };
}

/** Requested refunds of an order; at most one per payment. */
export async function selectRequestedRefunds(db: Db, orderId: number): Promise<OrderRefundRow[]> {
  return db
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), sql`${orderRefunds.state} = 'requested'`))
    .orderBy(asc(orderRefunds.id));
}

/** @returns whether the refund was still requested */
export async function updateRefundSettled(
  db: Db,
  id: number,
  outcome: { state: 'done' } | { state: 'refused'; failure: string },
): Promise<boolean> {
  const settled = await db
    .update(orderRefunds)
    // Clears the request id, so that the same form can request it again after a refusal.
    .set({ ...outcome, settledAt: sql`now()`, ...(outcome.state === 'refused' && { requestId: null }) })
    .where(and(eq(orderRefunds.id, id), eq(orderRefunds.state, 'requested')))
    .returning({ id: orderRefunds.id });
  return settled.length > 0;
}

/** Increments the attempt, once for all callers with the same failure. */
export async function updateRefundAttempt(
  db: Db,
  { id, attempt }: Pick<OrderRefundRow, 'id' | 'attempt'>,
): Promise<void> {
  await db
    .update(orderRefunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(orderRefunds.id, id), eq(orderRefunds.attempt, attempt)));
}

/** Claims requested refunds that were not tried for `olderThanSeconds`, and sets their check time to now. */
export async function updateRefundsChecked(
  db: Db,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<number[]> {
  const due = db
    .select({ id: orderRefunds.id })
    .from(orderRefunds)
    .where(
      and(
        sql`${orderRefunds.state} = 'requested'`,
        sql`${orderRefunds.checkedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(orderRefunds.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(orderRefunds)
    .set({ checkedAt: sql`now()` })
    .where(inArray(orderRefunds.id, due))
    .returning({ id: orderRefunds.id });
  return rows.map(({ id }) => id);
}
