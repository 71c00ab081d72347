import type { AdminProduct, ProductInput } from '@waygate/contract/products/products.admin.schemas';
import { requireSection, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
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

export type ProductEdit = { staff: Staff; input: ProductInput };

export async function addProduct(db: Database, { staff, input }: ProductEdit): Promise<AdminProduct> {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    await requireCategory(tx, input.categoryId);
    const [id] = await insertProductRows(tx, [{ ...rowOf(input), descriptionHtml, stock: input.stock }]);
    if (id === undefined) throw new Error('The database returned no id for an inserted product.');
    await insertProductLines(tx, linesOf(input, id));
    await recordAudit(tx, staff, { kind: 'product.create', target: id, after: wordsOf(input, input.stock) });
    return readProduct(tx, id);
  });
}

/** Open orders keep what they were made of: each has a copy of its own. */
export async function editProduct(
  db: Database,
  id: number,
  { staff, input }: ProductEdit,
): Promise<AdminProduct> {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    // Before the product, in the order in which deleting a category takes both.
    await requireCategory(tx, input.categoryId);
    const row = await selectProductLocked(tx, id);
    if (!row) throw unknownProduct();
    const current = presentAdminProduct(row);
    if (input.revision !== undefined && input.revision !== current.revision) throw editConflict(current);
    const stock = stockAfterEdit({ current: row.stock, wanted: input.stock, seen: input.stockSeen });
    const changes = changedFields(wordsOf(current, current.stock), wordsOf(input, stock));
    if (Object.keys(changes.after).length === 0) return current;
    await updateProductText(tx, id, { ...rowOf(input), descriptionHtml, stock });
    if ('grants' in changes.after) {
      await deleteProductLines(tx, id);
      await insertProductLines(tx, linesOf(input, id));
    }
    await recordAudit(tx, staff, { kind: 'product.update', target: id, ...changes });
    return readProduct(tx, id);
  });
}

/** The row stays, since orders point at it. */
export async function removeProduct(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    const row = await selectProductLocked(tx, id);
    if (!row) throw unknownProduct();
    await updateProductDeleted(tx, id);
    const before = wordsOf(presentAdminProduct(row), row.stock);
    await recordAudit(tx, staff, { kind: 'product.delete', target: id, before });
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
  if (!row) throw new Error(`Product ${id} is gone within the transaction that holds it.`);
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

function linesOf({ grants }: ProductInput, productId: number) {
  return grants.map((grant, position) => ({ ...grant, productId, position }));
}

/** What staff wrote, under the wire's names: what the audit log tells, and what an edit is held against. */
function wordsOf(product: ProductInput | AdminProduct, stock: number | null) {
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
    grants: product.grants.map(({ kind, quantity, itemId, label }) => ({ kind, quantity, itemId, label })),
  };
}

function centsOf(euro: number): number {
  return Math.round(euro * 100);
}
