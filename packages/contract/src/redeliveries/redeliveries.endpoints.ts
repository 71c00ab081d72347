import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS, periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  redeliveryListSchema,
  redeliveryPreviewQuery,
  redeliveryPreviewSchema,
  redeliveryRequestSchema,
  redeliverySchema,
  redeliveryStateSchema,
} from './redeliveries.schemas.ts';

const access = { section: 'orders' } as const;
const { page, pageSize } = listQuery(['createdAt']);

export const previewRedelivery = endpoint({
  method: 'GET',
  path: '/admin/redeliveries/preview',
  access,
  summary: 'Dry run: what a redelivery to a restored or wiped game would send, and to whom. Changes nothing.',
  query: redeliveryPreviewQuery,
  response: redeliveryPreviewSchema,
});

export const startRedelivery = endpoint({
  method: 'POST',
  path: '/admin/redeliveries',
  access,
  sudo: true,
  summary:
    'Send what a preview counted to the game again. 409 when it is another number by now; repeating an id changes nothing.',
  body: redeliveryRequestSchema,
  response: redeliverySchema,
});

export const listRedeliveries = endpoint({
  method: 'GET',
  path: '/admin/redeliveries',
  access,
  summary: 'Redeliveries with their progress, newest first.',
  query: z.object({
    page,
    pageSize,
    state: z.optional(redeliveryStateSchema),
    /** Account id of the member of staff who started it. */
    staff: z.optional(idParam),
    ...periodQuery,
  }),
  response: redeliveryListSchema,
});

export const exportRedeliveries = endpoint({
  method: 'GET',
  path: '/admin/redeliveries/export',
  access,
  sudo: true,
  summary: 'Redeliveries as the list finds them, as CSV. One export at a time.',
  query: z.omit(listRedeliveries.query, PAGE_PARTS),
  response: 'csv',
});
