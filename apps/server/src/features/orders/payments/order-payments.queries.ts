import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type OrderPaymentRow, orderPayments } from '#features/orders/orders.tables.ts';
import { type BegunAt, timeOf } from './payment-readings.queries.ts';

/** Payments for the order by other sessions, oldest first. */
export async function selectOrderPayments(db: Db, orderId: number): Promise<OrderPaymentRow[]> {
  return db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(orderPayments.notedAt), asc(orderPayments.sessionId));
}

export async function selectOrderPaymentBy(
  db: Db,
  by: { sessionId: string } | { paymentIntentId: string },
): Promise<OrderPaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(orderPayments)
    .where(
      'sessionId' in by
        ? eq(orderPayments.sessionId, by.sessionId)
        : eq(orderPayments.paymentIntentId, by.paymentIntentId),
    );
  return row;
}

export type NewOrderPayment = Omit<OrderPaymentRow, 'notedAt' | 'readAt'>;

/** @param begunAt when it was read */
export async function upsertOrderPayment(db: Db, payment: NewOrderPayment, begunAt: BegunAt): Promise<void> {
  const { sessionId: _, orderId: __, ...changes } = payment;
  const readAt = timeOf(begunAt);
  await db
    .insert(orderPayments)
    .values({ ...payment, notedAt: sql`now()`, readAt })
    .onConflictDoUpdate({ target: orderPayments.sessionId, set: { ...changes, readAt } });
}

/** As after a refund of all of them. */
export async function updateOrderPaymentsReturned(db: Db, orderId: number): Promise<void> {
  await db
    .update(orderPayments)
    .set({ state: 'returned', refundedCents: sql`coalesce(${orderPayments.amountCents}, 0)` })
    .where(and(eq(orderPayments.orderId, orderId), eq(orderPayments.state, 'paid')));
}
