import { centsOf } from '@waygate/contract/money';
import type { Storefront } from '@waygate/contract/products/products.schemas';
import { and, asc, count, desc, eq, ilike, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { limited, type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';
import { containing, hasTrigram, idIn, isFoundFirst } from '#platform/db/search-text.ts';
import { isForServer, shownColumns } from '#features/products/products.queries.ts';
import {
  productCategories,
  productLines,
  products,
  type ProductRow,
} from '#features/products/products.tables.ts';

const columns = {
  ...shownColumns,
  categoryId: products.categoryId,
  position: products.position,
  isListed: products.isListed,
  version: products.version,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
};

/** The price that is charged, spelled as in the index. */
const chargedPrice = sql`coalesce(new_price_cents, price_cents)`;

const SORTS = {
  position: products.position,
  name: sql`lower(${products.name})`,
  price: chargedPrice,
  updatedAt: products.updatedAt,
};

type Sort = keyof typeof SORTS;
export type ProductSort = Sort | `-${Sort}`;
type ProductFilter = {
  search: string;
  storefront?: Storefront | undefined;
  listing?: 'listed' | 'hidden' | undefined;
  server?: number | undefined;
  /** Euro. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
};

function matching(filter: ProductFilter): SQL | undefined {
  const { search, storefront, listing, server, atLeast, atMost } = filter;
  const id = idIn(search);
  return and(
    isNull(products.deletedAt),
    storefront && eq(products.storefront, storefront),
    listing && (listing === 'listed' ? products.isListed : not(products.isListed)),
    server === undefined ? undefined : isForServer(sql`${server}::int`),
    atLeast === undefined ? undefined : sql`${chargedPrice} >= ${centsOf(atLeast)}`,
    atMost === undefined ? undefined : sql`${chargedPrice} <= ${centsOf(atMost)}`,
    search === ''
      ? undefined
      : or(
          ilike(products.name, containing(search)),
          ilike(products.newName, containing(search)),
          id === undefined ? undefined : eq(products.id, id),
        ),
  );
}

function order(sort: ProductSort): SQL[] {
  // By its type it is a column's name, perhaps with a minus in front.
  const column = SORTS[sort.replace('-', '') as Sort];
  const direction = sort.startsWith('-') ? desc : asc;
  return [direction(column), direction(products.id)];
}

export type AdminProductRow = Awaited<ReturnType<typeof selectAdminProducts>>[number];

/** One page, and how many there are. Not prepared: its plan depends on what is searched for. */
export function selectAdminProductPage(
  db: Db,
  { page, pageSize, ...query }: ProductFilter & PageRequest & { sort: ProductSort },
): Promise<Page<AdminProductRow>> {
  const filter = { ...query, search: query.search.trim() };
  return readPage(
    db,
    { page, pageSize },
    {
      select: (window) => selectAdminProducts(db, { ...filter, ...window }),
      countable: (most) => limited(selectMatchingProducts(db, filter), most),
      countTo: pageSize === 'all' ? 'all' : 'capped',
    },
  );
}

export function selectAdminProducts(
  db: Db,
  { sort, offset, limit, ...filter }: ProductFilter & { sort: ProductSort; offset: number; limit: number },
) {
  return db
    .select(columns)
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(
      hasTrigram(filter.search)
        ? isFoundFirst(products.id, selectMatchingProducts(db, filter))
        : matching(filter),
    )
    .orderBy(...order(sort))
    .limit(limit)
    .offset(offset);
}

export function selectMatchingProducts(db: Db, filter: ProductFilter) {
  return db.select({ id: products.id }).from(products).where(matching(filter));
}

export async function selectAdminProduct(db: Db, id: number): Promise<AdminProductRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(and(eq(products.id, id), isNull(products.deletedAt)));
  return row;
}

/**
 * The product, locked until the transaction ends. Read by a second statement, since the first one may have waited for a
 * transaction that changed the product's lines.
 */
export async function selectProductLocked(tx: Transaction, id: number): Promise<AdminProductRow | undefined> {
  await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('no key update');
  return selectAdminProduct(tx, id);
}

/** Whether the category exists. If so, it can't be deleted until the transaction ends. */
export async function selectHasCategoryLocked(tx: Transaction, id: number): Promise<boolean> {
  const found = await tx
    .select({ id: productCategories.id })
    .from(productCategories)
    .where(eq(productCategories.id, id))
    .for('key share');
  return found.length > 0;
}

export async function updateProductText(
  tx: Transaction,
  id: number,
  changes: Partial<ProductRow>,
): Promise<void> {
  await tx
    .update(products)
    .set({ ...changes, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
    .where(eq(products.id, id));
}

export async function updateProductDeleted(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(products)
    .set({ deletedAt: sql`now()` })
    .where(eq(products.id, id));
}

export async function deleteProductLines(tx: Transaction, productId: number): Promise<void> {
  await tx.delete(productLines).where(eq(productLines.productId, productId));
}

const categoryColumns = {
  id: productCategories.id,
  name: productCategories.name,
  icon: productCategories.icon,
  description: productCategories.description,
  position: productCategories.position,
  revision: productCategories.revision,
  productCount: count(products.id),
};

export type AdminCategoryRow = Awaited<ReturnType<typeof selectAdminCategories>>[number];

/** In the order of the shop's tiles. */
export function selectAdminCategories(db: Db, id?: number) {
  return db
    .select(categoryColumns)
    .from(productCategories)
    .leftJoin(products, and(eq(products.categoryId, productCategories.id), isNull(products.deletedAt)))
    .where(id === undefined ? undefined : eq(productCategories.id, id))
    .groupBy(productCategories.id)
    .orderBy(asc(productCategories.position), asc(productCategories.id));
}

export async function selectCategoryLocked(
  tx: Transaction,
  id: number,
): Promise<AdminCategoryRow | undefined> {
  await tx
    .select({ id: productCategories.id })
    .from(productCategories)
    .where(eq(productCategories.id, id))
    .for('update');
  const [row] = await selectAdminCategories(tx, id);
  return row;
}

export async function updateCategoryText(
  tx: Transaction,
  id: number,
  changes: Partial<typeof productCategories.$inferInsert>,
): Promise<void> {
  await tx
    .update(productCategories)
    .set({ ...changes, revision: sql`${productCategories.revision} + 1` })
    .where(eq(productCategories.id, id));
}

export async function deleteCategoryRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(productCategories).where(eq(productCategories.id, id));
}
