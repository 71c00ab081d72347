import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { chargedName, isOnSale, linesOfProduct } from './products.queries.ts';
import { products } from './products.tables.ts';

/** Listed, not ended, and not sold out. */
const isOffered = and(isOnSale, or(isNull(products.stock), sql`${products.stock} > 0`));

const isInShop = and(eq(products.storefront, 'shop'), isNull(products.deletedAt));

const offer = prepared((db) =>
  db
    .select({
      id: products.id,
      name: chargedName,
      customIconUrl: products.customIconUrl,
      priceCents: products.priceCents,
      newPriceCents: products.newPriceCents,
      isSale: products.isSale,
      saleEndsAt: products.saleEndsAt,
      lines: linesOfProduct,
    })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isInShop, isOffered))
    .prepare('offer'),
);

export type OfferRow = NonNullable<Awaited<ReturnType<typeof selectOffer>>>;

/** A product of the shop that players can buy now; undefined for any other. */
export async function selectOffer(db: Db, id: number) {
  const [row] = await offer(db).execute({ id });
  return row;
}

/** Every product of the shop by name, and whether players can buy it now. */
export function selectOfferChoices(
  db: Db,
): Promise<{ productId: number; name: string; isOnSale: boolean }[]> {
  return db
    .select({ productId: products.id, name: chargedName, isOnSale: sql<boolean>`${isOffered}` })
    .from(products)
    .where(isInShop)
    .orderBy(sql`lower(${chargedName})`, asc(products.id));
}
