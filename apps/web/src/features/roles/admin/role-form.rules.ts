import type { CallInput } from '@waygate/contract/endpoint';
import { isSection, type Section } from '@waygate/contract/permissions';
import type { createRole } from '@waygate/contract/roles/roles.endpoints';
import { type Role, ROLE_NAME_MISSING } from '@waygate/contract/roles/roles.schemas';
import type { Fault } from '#features/admin/records/use-form.ts';

/** A role's form. */
export type RoleForm = { name: string; description: string; sections: Section[] };

type RoleBody = CallInput<typeof createRole>['body'];

export const EMPTY_ROLE: RoleForm = { name: '', description: '', sections: [] };

export function roleFormOf({ name, description, sections }: Role): RoleForm {
  return { name, description, sections: sections.filter(isSection) };
}

/** Why the form is invalid; undefined when it is valid. */
export function findRoleFault({ name, sections }: RoleForm): Fault | undefined {
  if (name.trim() === '') return fault('name', ROLE_NAME_MISSING);
  if (sections.length === 0) return fault('sections', 'Choose at least one section.');
  return undefined;
}

export function roleBodyOf({ name, description, sections }: RoleForm): RoleBody {
  // In one order, so that a box ticked and unticked is no change.
  return { name: name.trim(), description: description.trim(), sections: sections.toSorted() };
}

function fault(name: keyof RoleForm, message: string): Fault {
  return { message, fields: { [name]: message } };
}
