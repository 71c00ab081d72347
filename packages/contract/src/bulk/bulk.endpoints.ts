import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  bulkActionNameSchema,
  bulkCheckedSchema,
  bulkCheckSchema,
  bulkListSchema,
  bulkProgressSchema,
  bulkReportSchema,
  bulkStartSchema,
  bulkStateSchema,
  bulkStopSchema,
} from './bulk.schemas.ts';

/** Each list needs the right of its action. */
const access = { anyOf: ['actions', 'benefits'] } as const;
const params = z.object({ id: z.uuid() });
const { page, pageSize } = listQuery(['createdAt']);

/** What the lists are narrowed by. All of them hold at once. */
const filters = {
  action: z.optional(bulkActionNameSchema),
  state: z.optional(bulkStateSchema),
  /** Account id of the member of staff who started it. */
  staff: z.optional(idParam),
  /** Of when they were started. */
  ...periodQuery,
};

export const checkBulk = endpoint({
  method: 'POST',
  path: '/admin/bulk/check',
  access,
  summary: 'Dry run: which account each of up to 50 lines means, and what would be done. Changes nothing.',
  limit: { by: 'account', points: 120, windowSeconds: 60 },
  body: bulkCheckSchema,
  response: bulkCheckedSchema,
});

export const startBulk = endpoint({
  method: 'POST',
  path: '/admin/bulk',
  access,
  sudo: true,
  summary: 'Start a grant or ban for up to 1000 accounts. Repeating an id changes nothing.',
  body: bulkStartSchema,
  response: bulkProgressSchema,
});

export const runBulk = endpoint({
  method: 'POST',
  path: '/admin/bulk/:id/run',
  access,
  summary: 'Work on a list for up to three seconds, each account once. Repeat until none are waiting.',
  limit: { by: 'account', points: 120, windowSeconds: 60 },
  params,
  response: bulkProgressSchema,
});

export const stopBulk = endpoint({
  method: 'POST',
  path: '/admin/bulk/:id/stop',
  access,
  summary: 'Stop a list for good: the accounts that wait get nothing. Repeating it changes nothing.',
  params,
  body: bulkStopSchema,
  response: bulkProgressSchema,
});

export const listBulk = endpoint({
  method: 'GET',
  path: '/admin/bulk',
  access,
  summary: 'Lists that the caller may work on: the unfinished ones, then the others, newest first.',
  query: z.object({ page, pageSize, ...filters }),
  response: bulkListSchema,
});

export const exportBulk = endpoint({
  method: 'GET',
  path: '/admin/bulk/export',
  access,
  sudo: true,
  summary: 'Lists as the list finds them with the same filters, each with its progress, as CSV.',
  query: z.object(filters),
  response: 'csv',
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/admin/bulk/:id',
  access,
  summary: 'A list with the state of each account.',
  params,
  response: bulkReportSchema,
});
