import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery } from '../lists.ts';
import { auditKindSchema, auditListSchema } from './audit.schemas.ts';

const idQuery = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'This is not an id.')),
    z.transform((digits: string) => Number(digits)),
  ),
);

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: { section: 'users' },
  summary:
    'What staff did, newest first: all of it for the owner, for others what concerns accounts they may edit.',
  query: z.object({
    ...listQuery(['at']),
    sort: z._default(z.enum(['at', '-at']), '-at'),
    /** Account id of the member of staff. */
    staff: idQuery,
    /** Account id of the account it concerns. */
    account: idQuery,
    kind: z.optional(auditKindSchema),
  }),
  response: auditListSchema,
});
