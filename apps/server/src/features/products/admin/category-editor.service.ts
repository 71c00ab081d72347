import type { AdminCategory, CategoryInput } from '@waygate/contract/products/products.admin.schemas';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
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

const RIGHT = { section: 'products' } as const;

/** @throws what `asStaff` throws; conflict for a name that is taken */
export async function createCategory(
  db: Database,
  staff: Staff,
  input: CategoryInput,
): Promise<AdminCategory> {
  const row = await composeCategory(staff, input);
  const created = asStaff(db, staff, RIGHT, async ({ tx }) => {
    const id = await insertCategory(tx, row);
    const action = { kind: 'product_category.create', target: id, after: recorded(input) } as const;
    return audited(action, await readCategory(tx, id));
  });
  return created.catch(refuseTakenName);
}

/** @throws what `asStaff` throws; notFound; editConflict; conflict for a name that is taken */
export async function updateCategory(
  db: Database,
  staff: Staff,
  { id, input }: { id: number; input: CategoryInput },
): Promise<AdminCategory> {
  const row = await composeCategory(staff, input);
  const updated = asStaff(db, staff, RIGHT, async ({ tx }) => {
    const current = await lockCategory(tx, id);
    if (input.revision !== undefined && input.revision !== current.revision) throw editConflict(current);
    const changes = changedFields(recorded(current), recorded(input));
    if (Object.keys(changes.after).length === 0) return unchanged(current);
    await updateCategoryText(tx, id, row);
    const action = { kind: 'product_category.update', target: id, ...changes } as const;
    return audited(action, await readCategory(tx, id));
  });
  return updated.catch(refuseTakenName);
}

/**
 * The category's products stay and move to the general category, by the foreign key.
 *
 * @throws what `asStaff` throws; notFound
 */
export async function deleteCategory(db: Database, staff: Staff, id: number): Promise<void> {
  await asStaff(db, staff, RIGHT, async ({ tx }) => {
    const current = await lockCategory(tx, id);
    await deleteCategoryRow(tx, id);
    const before = { ...recorded(current), productCount: current.productCount };
    return audited({ kind: 'product_category.delete', target: id, before });
  });
}

async function lockCategory(tx: Transaction, id: number): Promise<AdminCategory> {
  const row = await selectCategoryLocked(tx, id);
  if (!row) throw notFound('There is no such category.');
  return presentAdminCategory(row);
}

async function readCategory(tx: Transaction, id: number): Promise<AdminCategory> {
  const [row] = await selectAdminCategories(tx, id);
  if (!row) throw new Error(`Category ${id} disappeared in the transaction that wrote it.`);
  return presentAdminCategory(row);
}

/** Renders the description, before any transaction. */
async function composeCategory(staff: Staff, input: CategoryInput) {
  const descriptionHtml = await renderMarkdown(input.description, { authorId: staff.viewer.accountId });
  return { ...recorded(input), descriptionHtml };
}

/** The fields that staff write and the audit log records. */
function recorded({ name, icon, description, position }: CategoryInput | AdminCategory) {
  return { name, icon, description, position };
}

function refuseTakenName(error: unknown): never {
  if (violatedUniqueKey(error) !== 'product_categories_name_key') throw error;
  const message = 'There is a category of this name already.';
  throw conflict(message, { name: message });
}
