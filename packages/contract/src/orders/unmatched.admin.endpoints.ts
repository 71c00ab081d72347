import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS, periodQuery } from '../lists.ts';
import { euroQuery, idParam } from '../text.ts';
import { attachPreviewQuery, orderEffectsSchema } from './order-effects.schemas.ts';
import {
  attachSchema,
  unmatchedDetailSchema,
  unmatchedListSchema,
  unmatchedRefundSchema,
  unmatchedStateSchema,
} from './unmatched.admin.schemas.ts';

const access = { section: 'orders' } as const;
const params = z.object({ id: idParam });

export const listUnmatchedPayments = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments',
  access,
  summary:
    "Payments of missing orders, searched by the payer's name or address, or a session, payment or reference.",
  query: z.object({
    ...listQuery(['paymentId']),
    sort: z.prefault(z.enum(['paymentId', '-paymentId']), '-paymentId'),
    /** Without one: what waits for staff. */
    state: z.optional(z.enum([...unmatchedStateSchema.options, 'all'])),
    /** Amounts paid, in any currency. */
    atLeast: z.optional(euroQuery),
    atMost: z.optional(euroQuery),
    /** Of when the checkout was opened. */
    ...periodQuery,
  }),
  response: unmatchedListSchema,
});

export const exportUnmatchedPayments = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments/export',
  access,
  sudo: true,
  summary:
    'Payments of missing orders as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listUnmatchedPayments.query, PAGE_PARTS),
  response: 'csv',
});

export const getUnmatchedPayment = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments/:id',
  access,
  summary: 'One payment of a missing order, with what it may have been for.',
  params,
  response: unmatchedDetailSchema,
});

export const refundUnmatchedPayment = endpoint({
  method: 'POST',
  path: '/admin/unmatched-payments/:id/refund',
  access,
  sudo: true,
  summary: 'Refund what is left of a payment of a missing order.',
  params,
  body: unmatchedRefundSchema,
  response: unmatchedDetailSchema,
});

export const previewAttach = endpoint({
  method: 'GET',
  path: '/admin/unmatched-payments/:id/attach/preview',
  access,
  summary:
    "Dry run: what the account gets when the payment becomes its order. Shows the account's balances, club and packages as far as they change, which counts as reading the account. Changes nothing.",
  limit: { by: 'account', points: 60, windowSeconds: 60 },
  params,
  query: attachPreviewQuery,
  response: orderEffectsSchema,
});

export const attachUnmatchedPayment = endpoint({
  method: 'POST',
  path: '/admin/unmatched-payments/:id/attach',
  access,
  sudo: true,
  summary: 'Make an order of an account out of the payment, and deliver it.',
  params,
  body: attachSchema,
  response: unmatchedDetailSchema,
});
