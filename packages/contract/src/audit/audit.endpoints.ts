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
  summary:
    'What staff did, newest first: all of it for the owner, for others what concerns accounts they may edit.',
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
  summary: 'One entry of the log with all of its texts, which the list cuts.',
  params: z.object({ id: idParam }),
  response: auditEntrySchema,
});
