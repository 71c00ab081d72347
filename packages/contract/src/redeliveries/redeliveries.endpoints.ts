import { endpoint } from '../endpoint.ts';
import {
  redeliveryListSchema,
  redeliveryPreviewQuery,
  redeliveryPreviewSchema,
  redeliveryRequestSchema,
  redeliverySchema,
} from './redeliveries.schemas.ts';

const access = { section: 'orders' } as const;

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
  summary:
    'Send what a preview counted to the game again. 409 when it is another number by now; repeating an id changes nothing.',
  body: redeliveryRequestSchema,
  response: redeliverySchema,
});

export const listRedeliveries = endpoint({
  method: 'GET',
  path: '/admin/redeliveries',
  access,
  summary: 'The last twenty redeliveries with their progress, newest first.',
  response: redeliveryListSchema,
});
