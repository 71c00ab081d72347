import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  keptRightsSchema,
  rightsChangesSchema,
  rightsRevocationSchema,
  roleApplicationSchema,
  roleListSchema,
  roleSchema,
  roleTextSchema,
  sectionSchema,
  staffListSchema,
} from './roles.schemas.ts';

const access = { section: 'owner' } as const;
const params = z.object({ id: idParam });

export const listRoles = endpoint({
  method: 'GET',
  path: '/admin/roles',
  access,
  summary: 'Every role with its sections and how many accounts have it, by name.',
  response: roleListSchema,
});

export const exportRoles = endpoint({
  method: 'GET',
  path: '/admin/roles/export',
  access,
  summary: 'Roles with their sections and how many accounts have them, as CSV. One export at a time.',
  response: 'csv',
});

export const createRole = endpoint({
  method: 'POST',
  path: '/admin/roles',
  access,
  summary: 'Create a role.',
  body: roleTextSchema,
  response: roleSchema,
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/admin/roles/:id',
  access,
  sudo: true,
  summary: 'Update a role, and with it the rights of every account that has it.',
  params,
  body: roleTextSchema,
  response: roleSchema,
  conflict: roleSchema,
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/admin/roles/:id',
  access,
  summary:
    'Delete a role. While accounts have it, `rights` says whether they keep their rights or lose them.',
  params,
  query: z.object({ rights: z.optional(keptRightsSchema) }),
  response: 'empty',
});

export const applyRole = endpoint({
  method: 'POST',
  path: '/admin/roles/:id/apply',
  access,
  sudo: true,
  summary:
    "Give accounts a role and exactly its rights: all of them, or none if one doesn't exist or is an owner.",
  params,
  body: roleApplicationSchema,
  response: rightsChangesSchema,
  conflict: roleSchema,
});

export const revokeRights = endpoint({
  method: 'POST',
  path: '/admin/staff/revoke',
  access,
  summary:
    "Take all rights and the role of accounts: all of them, or none if one doesn't exist or is an owner.",
  body: rightsRevocationSchema,
  response: rightsChangesSchema,
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/admin/staff',
  access,
  summary: 'Owners and accounts with at least one section, searched by name or id.',
  query: z.object({
    ...listQuery(['userName', 'role', 'lastActiveOn']),
    /** A role's id; `custom` for rights that were set one by one, `owner` for owners. */
    role: z.optional(z.union([z.enum(['custom', 'owner']), idParam], 'There is no such role.')),
    /** Only those who may use this section; owners may use every one. */
    section: z.optional(sectionSchema),
    /** Only those with a second factor, or without one. */
    factor: z.optional(z.enum(['has', 'missing'], "Choose 'has' or 'missing'.")),
  }),
  response: staffListSchema,
});

export const exportStaff = endpoint({
  method: 'GET',
  path: '/admin/staff/export',
  access,
  sudo: true,
  summary: 'Staff as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listStaff.query, PAGE_PARTS),
  response: 'csv',
});
