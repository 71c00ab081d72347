import type { ServerItem } from '@waygate/contract/products/products.schemas';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import {
  productCategories,
  productLineItems,
  productLines,
  type ProductLineRow,
  products,
  type ProductRow,
} from './products.tables.ts';

/** Listed and not ended, by the database's clock. */
export const isOnSale = and(
  products.isListed,
  isNull(products.deletedAt),
  sql`not (${products.isSale} and ${products.saleEndsAt} is not null and ${products.saleEndsAt} <= now())`,
);

export type ListedLine = Pick<ProductLineRow, 'kind' | 'quantity' | 'itemId' | 'label'> & {
  serverItems: ServerItem[];
};

/** The product's lines in order, read in the same statement as the product. */
export const linesOfProduct = sql<ListedLine[]>`(
  select coalesce(json_agg(json_build_object(
    'kind', l.kind, 'quantity', l.quantity, 'itemId', l.item_id, 'label', l.label, 'serverItems', (
      select coalesce(json_agg(json_build_object('serverId', i.server_id, 'itemId', i.item_id) order by i.server_id), '[]')
      from product_line_items i where i.product_id = l.product_id and i.position = l.position)
    ) order by l.position), '[]')
  from product_lines l where l.product_id = ${products}.id)`;

/** Whether the game server has an id for each of the product's items, and it has more than coins. */
export const isForServer = (server: SQL) => sql`(
  exists (
    select from product_lines l
    where l.product_id = ${products}.id and l.kind not in ('premium_coins', 'second_coins'))
  and not exists (
    select from product_lines l
      left join product_line_items i
        on i.product_id = l.product_id and i.position = l.position and i.server_id = ${server}
    where l.product_id = ${products}.id and l.kind = 'item'
      and case when ${server} = ${sql.raw(String(FIRST_SERVER_ID))} then l.item_id else i.item_id end is null))`;

/** The game servers of a product, in their order. */
const serversOf = (isIncluded: SQL) => sql<number[]>`(
  select coalesce(json_agg(s.id order by s.position, s.id), '[]') from game_servers s
  where ${isIncluded} and ${isForServer(sql`s.id`)})`;

const listedServers = serversOf(sql`s.is_listed`);

/** The columns that both players and staff see. */
export const shownColumns = {
  id: products.id,
  storefront: products.storefront,
  name: products.name,
  newName: products.newName,
  description: products.description,
  descriptionHtml: products.descriptionHtml,
  priceCents: products.priceCents,
  newPriceCents: products.newPriceCents,
  isSale: products.isSale,
  saleEndsAt: products.saleEndsAt,
  customIconUrl: products.customIconUrl,
  stock: products.stock,
  accountLimit: products.accountLimit,
  categoryName: productCategories.name,
  lines: linesOfProduct,
};

const listColumns = {
  ...shownColumns,
  categoryIcon: productCategories.icon,
  categoryDescription: productCategories.description,
  categoryDescriptionHtml: productCategories.descriptionHtml,
  serverIds: listedServers,
};

const listedProducts = prepared((db) =>
  db
    .select(listColumns)
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(and(eq(products.storefront, sql.placeholder('storefront')), isOnSale))
    // Products without a category come last, like their tile.
    .orderBy(sql`${productCategories.position} nulls last`, asc(products.position), asc(products.id))
    .prepare('listed_products'),
);

export type ListedProduct = Awaited<ReturnType<typeof selectListedProducts>>[number];

/** The listed products of one storefront, in order. */
export async function selectListedProducts(db: Db, storefront: ProductRow['storefront']) {
  return listedProducts(db).execute({ storefront });
}

/** The first moment after `since`, or after now, at which a listed product's sale ends; null when none does. */
export async function selectNextSaleEnd(db: Db, since: Date | undefined): Promise<Date | null> {
  const { rows } = await db.execute<{ next: string | null }>(sql`
    select min(${products.saleEndsAt})::text as next from ${products}
    where ${products.isListed} and ${products.deletedAt} is null and ${products.isSale}
      and ${products.saleEndsAt} > coalesce(${since?.toISOString() ?? null}::timestamptz, now())`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : new Date(next);
}

export const chargedName = sql<string>`coalesce(nullif(${products.newName}, ''), ${products.name})`;
const chargedCents = sql<number>`coalesce(${products.newPriceCents}, ${products.priceCents})`;

export type ProductForSale = Pick<ProductRow, 'id' | 'storefront' | 'stock' | 'accountLimit'> & {
  name: string;
  priceCents: number;
  isOnSale: boolean;
  lines: ListedLine[];
  /** The listed game servers it can be bought for. */
  serverIds: number[];
};

/**
 * The product with its effective price. Read with its lines in one statement: a concurrent edit must not sell the old
 * lines at the new price.
 *
 * @returns undefined for an unknown or hidden product
 */
export async function selectProductForSale(db: Db, id: number): Promise<ProductForSale | undefined> {
  const [row] = await db
    .select({
      id: products.id,
      storefront: products.storefront,
      name: chargedName,
      priceCents: chargedCents,
      stock: products.stock,
      accountLimit: products.accountLimit,
      isOnSale: sql<boolean>`${isOnSale}`,
      lines: linesOfProduct,
      serverIds: listedServers,
    })
    .from(products)
    .where(and(eq(products.id, id), products.isListed, isNull(products.deletedAt)));
  return row;
}

export type ProductForStaff = Pick<ProductForSale, 'id' | 'name' | 'stock' | 'lines' | 'serverIds'>;

/** The same for a product that may be hidden or ended, as staff sell it, on any server. Undefined for a deleted one. */
export async function selectProductForStaff(db: Db, id: number): Promise<ProductForStaff | undefined> {
  const [row] = await db
    .select({
      id: products.id,
      name: chargedName,
      stock: products.stock,
      lines: linesOfProduct,
      serverIds: serversOf(sql`true`),
    })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return row;
}

/** Products that a payment may have been for: those of its name, then those of its price, then all others. */
export async function selectProductChoices(
  db: Db,
  { name, priceCents, limit }: { name: string | null; priceCents: number; limit: number },
): Promise<{ productId: number; name: string; priceCents: number; isSuggested: boolean }[]> {
  const hasName = sql<boolean>`coalesce(lower(${chargedName}) = lower(${name}::text), false)`;
  const hasPrice = sql<boolean>`${chargedCents} = ${priceCents}`;
  return db
    .select({
      productId: products.id,
      name: chargedName,
      priceCents: chargedCents,
      isSuggested: sql<boolean>`${hasName} or ${hasPrice}`,
    })
    .from(products)
    .where(isNull(products.deletedAt))
    .orderBy(sql`${hasName} desc`, sql`${hasPrice} desc`, asc(products.position), asc(products.id))
    .limit(limit);
}

/** The custom pictures of these products, by product; '' for those without one. */
export async function selectProductIcons(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, customIconUrl: products.customIconUrl })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(rows.map(({ id, customIconUrl }) => [id, customIconUrl]));
}

export type StockOutcome = 'taken' | 'unlimited' | 'gone';

/** Takes one unit in a guarded update: of two buyers of the last unit, exactly one gets it. */
export async function updateStockTaken(tx: Transaction, productId: number): Promise<StockOutcome> {
  const taken = await tx
    .update(products)
    .set({ stock: sql`${products.stock} - 1` })
    .where(and(eq(products.id, productId), sql`${products.stock} > 0`))
    .returning({ id: products.id });
  if (taken.length > 0) return 'taken';
  const [row] = await tx.select({ stock: products.stock }).from(products).where(eq(products.id, productId));
  return row?.stock === null ? 'unlimited' : 'gone';
}

/** Returns one unit to a limited stock. */
export async function updateStockReleased(tx: Transaction, productId: number): Promise<void> {
  await tx
    .update(products)
    .set({ stock: sql`${products.stock} + 1` })
    .where(and(eq(products.id, productId), sql`${products.stock} is not null`));
}

export async function insertCategory(
  db: Db,
  category: typeof productCategories.$inferInsert,
): Promise<number> {
  const [row] = await db.insert(productCategories).values(category).returning({ id: productCategories.id });
  if (!row) throw new Error('The category was not written.');
  return row.id;
}

/** Skips categories whose name exists. */
export async function insertCategoryRows(
  tx: Transaction,
  rows: (typeof productCategories.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(productCategories).values(rows).onConflictDoNothing();
}

/** Whether there is any product, listed or not. */
export async function selectHasProducts(db: Db): Promise<boolean> {
  const found = await db.select({ id: products.id }).from(products).limit(1);
  return found.length > 0;
}

/** All products with one of these names. */
export async function selectProductIds(db: Db, names: string[]): Promise<{ id: number; name: string }[]> {
  if (names.length === 0) return [];
  return db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.name, names));
}

export async function selectCategoryIds(db: Db, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ id: productCategories.id, name: productCategories.name })
    .from(productCategories)
    .where(inArray(productCategories.name, names));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function insertProductRows(db: Db, rows: (typeof products.$inferInsert)[]): Promise<number[]> {
  const inserted = await db.insert(products).values(rows).returning({ id: products.id });
  return inserted.map(({ id }) => id);
}

export type NewProductLine = ProductLineRow & { serverItems?: ServerItem[] };

export async function insertProductLines(db: Db, lines: NewProductLine[]): Promise<void> {
  if (lines.length === 0) return;
  await db.insert(productLines).values(lines.map(({ serverItems: _items, ...row }) => row));
  const items = lines.flatMap(({ productId, position, serverItems = [] }) =>
    serverItems.map((item) => ({ ...item, productId, position })),
  );
  if (items.length > 0) await db.insert(productLineItems).values(items);
}
