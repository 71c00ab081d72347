import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import { auditEntrySchema, auditKindsQuery, auditListSchema, auditStaffListSchema } from './audit.schemas.ts';

const access = { section: 'users' } as const;

/** What the log is narrowed by. All of them hold at once. */
const filters = {
  /** Account id of the member of staff. */
  staff: z.optional(idParam),
  /** Account id of the account it concerns. */
  account: z.optional(idParam),
  /** Id of the product it changes. */
  product: z.optional(idParam),
  /** One kind of action, or several with commas between them. */
  kind: z.optional(auditKindsQuery),
  ...periodQuery,
};

const { search, page, pageSize } = listQuery(['at']);
const sort = z._default(z.enum(['at', '-at']), '-at');

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access,
  summary: 'Staff actions, newest first: all for the owner, for others those on accounts they may edit.',
  query: z.object({ search, page, pageSize, sort, ...filters }),
  response: auditListSchema,
});

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit/export',
  access,
  sudo: true,
  summary: 'The log as the list shows it with the same search and filters, as CSV.',
  query: z.object({ search, sort, ...filters }),
  response: 'csv',
});

export const listAuditStaff = endpoint({
  method: 'GET',
  path: '/admin/audit/staff',
  access,
  summary: 'The members of staff with an entry in the log, by name.',
  response: auditStaffListSchema,
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/admin/audit/:id',
  access,
  summary: 'One entry of the log with its full texts, which the list shortens.',
  params: z.object({ id: idParam }),
  response: auditEntrySchema,
});
