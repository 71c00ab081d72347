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

/** `isStale` once the provider may have forgotten the key, so that asking again could refund again. */
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

/** What is ordered and not done yet; at most one for a payment. */
export async function selectRequestedRefunds(db: Db, orderId: number): Promise<OrderRefundRow[]> {
  return db
    .select()
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), sql`${orderRefunds.state} = 'requested'`))
    .orderBy(asc(orderRefunds.id));
}

/** @returns whether it was waiting until now */
export async function updateRefundSettled(
  db: Db,
  id: number,
  outcome: { state: 'done' } | { state: 'refused'; failure: string },
): Promise<boolean> {
  const settled = await db
    .update(orderRefunds)
    // The form that ordered a refused one may order it again.
    .set({ ...outcome, settledAt: sql`now()`, ...(outcome.state === 'refused' && { requestId: null }) })
    .where(and(eq(orderRefunds.id, id), eq(orderRefunds.state, 'requested')))
    .returning({ id: orderRefunds.id });
  return settled.length > 0;
}

/** Counts the attempt up, once for all callers who met the same failure. */
export async function updateRefundAttempt(
  db: Db,
  { id, attempt }: Pick<OrderRefundRow, 'id' | 'attempt'>,
): Promise<void> {
  await db
    .update(orderRefunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(orderRefunds.id, id), eq(orderRefunds.attempt, attempt)));
}

/** Picks refunds that nobody tried for so long, and notes that somebody does now. */
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
