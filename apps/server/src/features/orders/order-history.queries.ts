import { and, count, desc, eq, lte, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { orders, type OrderRow } from './orders.tables.ts';

const NEWEST_ID = 2_147_483_647;

const ordersOfAccount = prepared((db) => {
  const [accountId, newestId] = [sql.placeholder('accountId'), sql.placeholder('newestId')];
  const counted = sql`select count(*)::int from orders o where o.account_id = ${accountId}`;
  return (
    db
      // Counted in the same snapshot, so that a page never promises an order that isn't there.
      .select({
        order: orders,
        total: sql<number>`(${counted})`,
        listable: sql<number>`(${counted} and o.id <= ${newestId})`,
      })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), lte(orders.id, newestId)))
      .orderBy(desc(orders.id))
      .limit(sql.placeholder('limit'))
      .prepare('orders_of_account')
  );
});

type OrdersOfAccount = {
  rows: OrderRow[];
  /** All orders of the account. */
  total: number;
  /** Those older than the rows. */
  remaining: number;
};

/** Newest first; with `before`, those older than this order. */
export async function selectOrdersOfAccount(
  db: Db,
  { accountId, limit, before }: { accountId: number; limit: number; before?: number | undefined },
): Promise<OrdersOfAccount> {
  const newestId = before === undefined ? NEWEST_ID : before - 1;
  const rows = await ordersOfAccount(db).execute({ accountId, limit, newestId });
  const [first] = rows;
  if (!first) return { rows: [], total: await countOrdersOfAccount(db, accountId), remaining: 0 };
  return {
    rows: rows.map(({ order }) => order),
    total: first.total,
    remaining: first.listable - rows.length,
  };
}

async function countOrdersOfAccount(db: Db, accountId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(orders).where(eq(orders.accountId, accountId));
  return row?.count ?? 0;
}
