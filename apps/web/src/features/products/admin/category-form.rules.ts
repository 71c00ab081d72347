import type { CallInput } from '@waygate/contract/endpoint';
import type { createCategory } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import type { Fault } from '#features/admin/records/use-form.ts';

/** A category's form. */
export type CategoryForm = { name: string; icon: string; description: string; position: string };

type CategoryBody = CallInput<typeof createCategory>['body'];

export const EMPTY_CATEGORY: CategoryForm = { name: '', icon: '', description: '', position: '0' };

export function categoryFormOf({ name, icon, description, position }: AdminCategory): CategoryForm {
  return { name, icon, description, position: String(position) };
}

/** Why the form is invalid; undefined when it is valid. */
export function findCategoryFault({ name, position }: CategoryForm): Fault | undefined {
  if (name.trim() === '') return fault('name', 'Please give a name of at most 60 characters.');
  if (!/^\d{1,6}$/.test(position.trim()))
    return fault('position', 'This is a whole number from 0 to 999 999.');
  return undefined;
}

export function categoryBodyOf({ name, icon, description, position }: CategoryForm): CategoryBody {
  return { name: name.trim(), icon, description, position: Number(position) };
}

function fault(name: keyof CategoryForm, message: string): Fault {
  return { message, fields: { [name]: message } };
}
