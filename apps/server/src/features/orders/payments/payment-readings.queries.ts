import { eq, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { type OrderChanges, updateOrderFields } from '#features/orders/orders.queries.ts';
import { orders, type OrderRow } from '#features/orders/orders.tables.ts';

/** When a reading began, on the database's clock. Text, because a Date loses the microseconds. */
export type BegunAt = string;

// Later than every applied reading that is visible, even if the clock was set back.
const orderToRead = prepared((db) =>
  db
    .select({
      order: orders,
      begunAt: sql<BegunAt>`greatest(
        clock_timestamp(),
        ${orders.paymentReadAt} + interval '1 microsecond',
        (select max(read_at) from order_payments p where p.order_id = ${orders.id}) + interval '1 microsecond'
      )::text`,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_to_read'),
);

/** The order and the time, before its payment is read from the provider. */
export async function selectOrderToRead(
  db: Db,
  id: number,
): Promise<{ order: OrderRow; begunAt: BegunAt } | undefined> {
  const [row] = await orderToRead(db).execute({ id });
  return row;
}

/**
 * Marks this reading of the order's own payment as the newest one, with what it changes, in one statement: a second
 * update of the same row makes PostgreSQL check its foreign keys, which locks the account too early.
 * The caller holds the order's lock, and no later reading was applied.
 */
export async function updateOrderRead(
  tx: Transaction,
  id: number,
  { begunAt, changes }: { begunAt: BegunAt; changes: OrderChanges },
): Promise<void> {
  const paymentReadAt = timeOf(begunAt);
  if (Object.keys(changes).length > 0) await updateOrderFields(tx, id, { ...changes, paymentReadAt });
  else await tx.update(orders).set({ paymentReadAt }).where(eq(orders.id, id));
}

/**
 * Whether a reading that began at the same time or later was applied, of the order's own payment or of this session's.
 * The caller holds the order's lock.
 */
export async function selectIsOvertaken(
  db: Db,
  { orderId, begunAt, sessionId }: { orderId: number; begunAt: BegunAt; sessionId: string | null },
): Promise<boolean> {
  const { rows } = await db.execute<{ is_overtaken: boolean }>(sql`
    select exists (select from orders where id = ${orderId} and payment_read_at >= ${timeOf(begunAt)})
      or exists (select from order_payments where session_id = ${sessionId} and read_at >= ${timeOf(begunAt)})
      as is_overtaken`);
  return rows[0]?.is_overtaken === true;
}

/** The same for a session that isn't the order's own, alone. */
export async function selectIsOtherOvertaken(
  db: Db,
  { sessionId, begunAt }: { sessionId: string; begunAt: BegunAt },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from order_payments where session_id = ${sessionId} and read_at >= ${timeOf(begunAt)}`);
  return rows.length > 0;
}

export function timeOf(begunAt: BegunAt): SQL<Date> {
  return sql<Date>`${begunAt}::timestamptz`;
}
