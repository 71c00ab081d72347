import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { Offer, Target } from './orders.queries.ts';
import { orders, type OrderRow } from './orders.tables.ts';

/** The open checkout for the same account, product, price and target. `isFresh`: there is enough time left to pay. */
export async function selectOpenOrder(
  db: Db,
  { accountId, productId, priceCents, provider, serverId, characterId }: Offer & Target,
): Promise<(OrderRow & { isFresh: boolean }) | undefined> {
  const [row] = await db
    .select({ order: orders, isFresh: sql<boolean>`${orders.expiresAt} > now() + interval '2 minutes'` })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.productId, productId),
        eq(orders.priceCents, priceCents),
        eq(orders.provider, provider),
        sql`${orders.serverId} is not distinct from ${serverId}::int`,
        sql`${orders.characterId} is not distinct from ${characterId}::text`,
        sql`${orders.state} in ('creating', 'pending')`,
      ),
    );
  return row && { ...row.order, isFresh: row.isFresh };
}

/** The account's newest open checkout of the product, whatever it is for. */
export async function selectUnpaidOrder(
  db: Db,
  { accountId, productId, provider }: Pick<OrderRow, 'accountId' | 'productId' | 'provider'>,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.productId, productId),
        eq(orders.accountId, accountId),
        eq(orders.provider, provider),
        sql`${orders.state} in ('creating', 'pending')`,
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  return row;
}

/** The account's open checkouts of the product, whatever they are for. */
export async function countOpenOrders(
  db: Db,
  { accountId, productId }: Pick<OrderRow, 'accountId' | 'productId'>,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        eq(orders.productId, productId),
        eq(orders.accountId, accountId),
        sql`${orders.state} in ('creating', 'pending')`,
      ),
    );
  return row?.count ?? 0;
}
