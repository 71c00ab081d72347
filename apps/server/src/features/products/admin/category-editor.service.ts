import type { AdminCategory, CategoryInput } from '@waygate/contract/products/products.admin.schemas';
import { requireSection, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
import { violatedUniqueKey } from '#platform/db/database-errors.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict, notFound } from '#platform/errors/app-error.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { presentAdminCategory } from './products.admin.presenter.ts';
import {
  deleteCategoryRow,
  selectAdminCategories,
  selectCategoryLocked,
  updateCategoryText,
} from './products.admin.queries.ts';
import { insertCategory } from '#features/products/products.queries.ts';

export type CategoryEdit = { staff: Staff; input: CategoryInput };

export async function addCategory(db: Database, { staff, input }: CategoryEdit): Promise<AdminCategory> {
  const row = await composeCategory({ staff, input });
  const written = db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    const id = await insertCategory(tx, row);
    await recordAudit(tx, staff, { kind: 'product_category.create', target: id, after: wordsOf(input) });
    return readCategory(tx, id);
  });
  return written.catch(refuseTakenName);
}

export async function editCategory(
  db: Database,
  id: number,
  { staff, input }: CategoryEdit,
): Promise<AdminCategory> {
  const row = await composeCategory({ staff, input });
  const written = db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    const current = await lockCategory(tx, id);
    if (input.revision !== undefined && input.revision !== current.revision) throw editConflict(current);
    const changes = changedFields(wordsOf(current), wordsOf(input));
    if (Object.keys(changes.after).length === 0) return current;
    await updateCategoryText(tx, id, row);
    await recordAudit(tx, staff, { kind: 'product_category.update', target: id, ...changes });
    return readCategory(tx, id);
  });
  return written.catch(refuseTakenName);
}

/** Its products stay and are listed under the general category: the foreign key sees to that. */
export async function removeCategory(db: Database, id: number, staff: Staff): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSection(tx, staff, 'products');
    const current = await lockCategory(tx, id);
    await deleteCategoryRow(tx, id);
    const before = { ...wordsOf(current), productCount: current.productCount };
    await recordAudit(tx, staff, { kind: 'product_category.delete', target: id, before });
  });
}

async function lockCategory(tx: Transaction, id: number): Promise<AdminCategory> {
  const row = await selectCategoryLocked(tx, id);
  if (!row) throw notFound('There is no such category.');
  return presentAdminCategory(row);
}

async function readCategory(tx: Transaction, id: number): Promise<AdminCategory> {
  const [row] = await selectAdminCategories(tx, id);
  if (!row) throw new Error(`Category ${id} is gone within the transaction that wrote it.`);
  return presentAdminCategory(row);
}

/** Before any transaction. */
async function composeCategory({ staff, input }: CategoryEdit) {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return { ...wordsOf(input), descriptionHtml };
}

function wordsOf({ name, icon, description, position }: CategoryInput | AdminCategory) {
  return { name, icon, description, position };
}

function refuseTakenName(error: unknown): never {
  if (violatedUniqueKey(error) !== 'product_categories_name_key') throw error;
  const message = 'There is a category of this name already.';
  throw conflict(message, { name: message });
}
