import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { orders } from '#features/orders/orders.tables.ts';

/** Unsettled or in review. */
export async function selectOpenSandboxOrderIds(db: Db): Promise<number[]> {
  const isOpenSandbox = and(
    sql`${orders.state} in ('creating', 'pending', 'processing', 'review')`,
    eq(orders.provider, 'sandbox'),
  );
  const rows = await db.select({ id: orders.id }).from(orders).where(isOpenSandbox).orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}

/** Which of these orders were sold by the sandbox. */
export async function selectSandboxOrderIds(db: Db, orderIds: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.id} = any(${sql.param(orderIds)}::int[])`, eq(orders.provider, 'sandbox')));
  return rows.map(({ id }) => id);
}
