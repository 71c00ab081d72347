import { centsOf } from '@waygate/contract/money';
import type { AdminProduct, ProductInput } from '@waygate/contract/products/products.admin.schemas';
import type { ProductLine } from '@waygate/contract/products/products.schemas';
import { requireItemServers } from '#features/game-servers/game-servers.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { stockAfterEdit } from './products.rules.ts';
import { presentAdminProduct } from './products.admin.presenter.ts';
import {
  deleteProductLines,
  selectAdminProduct,
  selectHasCategoryLocked,
  selectProductLocked,
  updateProductDeleted,
  updateProductText,
} from './products.admin.queries.ts';
import { insertProductLines, insertProductRows } from '#features/products/products.queries.ts';

const RIGHT = { section: 'products' } as const;

/** @throws what `asStaff` throws; invalid for a deleted category */
export async function createProduct(db: Database, staff: Staff, input: ProductInput): Promise<AdminProduct> {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    await requireCategory(tx, input.categoryId);
    await requireItemServers(tx, itemsOf(input));
    const [id] = await insertProductRows(tx, [{ ...rowOf(input), descriptionHtml, stock: input.stock }]);
    if (id === undefined) throw new Error('The database returned no id for an inserted product.');
    await insertProductLines(tx, linesOf(input, id));
    const action = { kind: 'product.create', target: id, after: recorded(input, input.stock) } as const;
    return audited(action, await readProduct(tx, id));
  });
}

/**
 * Existing orders keep their own copy of what they bought.
 *
 * @throws what `asStaff` throws; notFound; editConflict; invalid for a deleted category
 */
export async function updateProduct(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: ProductInput },
): Promise<AdminProduct> {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return asStaff(db, staff, RIGHT, async ({ tx }) => {
    // Lock order: category, product, as where a category is deleted.
    await requireCategory(tx, input.categoryId);
    const row = await selectProductLocked(tx, id);
    if (!row) throw unknownProduct();
    const current = presentAdminProduct(row);
    if (input.revision !== undefined && input.revision !== current.revision) throw editConflict(current);
    const stock = stockAfterEdit({ current: row.stock, wanted: input.stock, seen: input.stockSeen });
    const changes = changedFields(recorded(current, current.stock), recorded(input, stock));
    if (Object.keys(changes.after).length === 0) return unchanged(current);
    await updateProductText(tx, id, { ...rowOf(input), descriptionHtml, stock });
    if ('grants' in changes.after) {
      await requireItemServers(tx, itemsOf(input));
      await deleteProductLines(tx, id);
      await insertProductLines(tx, linesOf(input, id));
    }
    return audited({ kind: 'product.update', target: id, ...changes }, await readProduct(tx, id));
  });
}

/**
 * Marks the product as deleted: its row stays, since orders refer to it.
 *
 * @throws what `asStaff` throws; notFound
 */
export async function deleteProduct(db: Database, staff: Staff, id: number): Promise<void> {
  await asStaff(db, staff, RIGHT, async ({ tx }) => {
    const row = await selectProductLocked(tx, id);
    if (!row) throw unknownProduct();
    await updateProductDeleted(tx, id);
    const before = recorded(presentAdminProduct(row), row.stock);
    return audited({ kind: 'product.delete', target: id, before });
  });
}

export function unknownProduct() {
  return notFound('There is no such product.');
}

async function requireCategory(tx: Transaction, categoryId: number | null): Promise<void> {
  if (categoryId === null || (await selectHasCategoryLocked(tx, categoryId))) return;
  const message = 'This category has been deleted. Please choose another one.';
  throw invalid(message, { categoryId: message });
}

async function readProduct(tx: Transaction, id: number): Promise<AdminProduct> {
  const row = await selectAdminProduct(tx, id);
  if (!row) throw new Error(`Product ${id} disappeared in the transaction that locked it.`);
  return presentAdminProduct(row);
}

function rowOf(input: ProductInput) {
  return {
    storefront: input.storefront,
    categoryId: input.categoryId,
    name: input.name,
    newName: input.newName,
    description: input.description,
    priceCents: centsOf(input.price),
    newPriceCents: input.newPrice === null ? null : centsOf(input.newPrice),
    isSale: input.isSale,
    saleEndsAt: input.saleEndDate,
    customIconUrl: input.isCustomIcon,
    accountLimit: input.accountLimit,
    position: input.position,
    isListed: input.isListed,
  };
}

function itemsOf({ grants }: ProductInput) {
  return new Map(grants.map(({ serverItems }, index) => [`grants.${index}.serverItems`, serverItems]));
}

function linesOf({ grants }: ProductInput, productId: number) {
  return grants.map((grant, position) => ({ ...grant, productId, position }));
}

/** The fields that staff write and the audit log records, by their names in the API. */
function recorded(product: ProductInput | AdminProduct, stock: number | null) {
  const { saleEndDate } = product;
  return {
    storefront: product.storefront,
    name: product.name,
    newName: product.newName,
    description: product.description,
    price: centsOf(product.price) / 100,
    newPrice: product.newPrice === null ? null : centsOf(product.newPrice) / 100,
    categoryId: product.categoryId,
    isSale: product.isSale,
    saleEndDate: saleEndDate instanceof Date ? saleEndDate.toISOString() : saleEndDate,
    isCustomIcon: product.isCustomIcon,
    stock,
    accountLimit: product.accountLimit,
    position: product.position,
    isListed: product.isListed,
    grants: product.grants.map(recordedLine),
  };
}

/** Server by server in one order, so that sending them in another is no change. */
function recordedLine({ kind, quantity, itemId, serverItems, label }: ProductLine) {
  const sorted = serverItems.toSorted((a, b) => a.serverId - b.serverId);
  return { kind, quantity, itemId, ...(sorted.length > 0 && { serverItems: sorted }), label };
}
