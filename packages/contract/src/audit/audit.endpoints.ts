import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import { auditEntrySchema, auditKindSchema, auditListSchema } from './audit.schemas.ts';

const access = { section: 'users' } as const;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access,
  summary: 'Staff actions, newest first: all for the owner, for others those on accounts they may edit.',
  query: z.object({
    ...listQuery(['at']),
    sort: z._default(z.enum(['at', '-at']), '-at'),
    /** Account id of the member of staff. */
    staff: z.optional(idParam),
    /** Account id of the account it concerns. */
    account: z.optional(idParam),
    kind: z.optional(auditKindSchema),
  }),
  response: auditListSchema,
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/admin/audit/:id',
  access,
  summary: 'One entry of the log with its full texts, which the list shortens.',
  params: z.object({ id: idParam }),
  response: auditEntrySchema,
});
