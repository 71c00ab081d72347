import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS, periodQuery } from '../lists.ts';
import { euroQuery, idParam, timeInput } from '../text.ts';
import {
  adminOrderDetailSchema,
  adminOrderListSchema,
  refundSchema,
  reviewDecisionSchema,
  reviewSchema,
} from './orders.admin.schemas.ts';
import { orderEffectsSchema, refundPreviewQuery } from './order-effects.schemas.ts';
import { orderStateSchema } from './orders.schemas.ts';

const access = { section: 'orders' } as const;
const params = z.object({ id: idParam });

export const listAdminOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  access,
  summary:
    "Orders, searched by order id, account id, the account's name, or a session or payment id of the provider.",
  query: z.object({
    ...listQuery(['orderId']),
    sort: z.prefault(z.enum(['orderId', '-orderId']), '-orderId'),
    state: z.optional(orderStateSchema),
    account: z.optional(idParam),
    product: z.optional(idParam),
    /** Of one game server. */
    server: z.optional(idParam),
    /** Begun since and before. */
    ...periodQuery,
    /** The price in euro: at least, and at most. */
    atLeast: z.optional(euroQuery),
    atMost: z.optional(euroQuery),
  }),
  response: adminOrderListSchema,
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/admin/orders/export',
  access,
  sudo: true,
  summary: 'Orders as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listAdminOrders.query, PAGE_PARTS),
  response: 'csv',
});

export const exportRevenue = endpoint({
  method: 'GET',
  path: '/admin/revenue/export',
  access,
  sudo: true,
  summary:
    'Payments, refunds and disputes of a period with fee, tax, net and payout, oldest first, as CSV. In each row net is gross less refund less fee; what the provider has not named yet is empty.',
  query: z.object({
    /** Not before. */
    from: z.optional(timeInput),
    /** Before. */
    to: z.optional(timeInput),
  }),
  response: 'csv',
});

export const getAdminOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/:id',
  access,
  summary: 'One order with its history.',
  params,
  response: adminOrderDetailSchema,
});

export const previewRefund = endpoint({
  method: 'GET',
  path: '/admin/orders/:id/refund/preview',
  access,
  summary:
    "Dry run: what a refund gives back and revokes. Shows the buyer's balances, club and packages as far as they change, which counts as reading the account. Changes nothing.",
  limit: { by: 'account', points: 60, windowSeconds: 60 },
  params,
  query: refundPreviewQuery,
  response: orderEffectsSchema,
});

export const refundOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:id/refund',
  access,
  sudo: true,
  summary:
    'Refund an order through the provider, in full or in part. 409 when it would do something else than expected.',
  params,
  body: refundSchema,
  response: adminOrderDetailSchema,
});

export const previewReview = endpoint({
  method: 'GET',
  path: '/admin/orders/:id/review/preview',
  access,
  summary:
    "Dry run: what a decision about an order in review does. Shows the buyer's balances, club and packages as far as they change, which counts as reading the account. Changes nothing.",
  limit: { by: 'account', points: 60, windowSeconds: 60 },
  params,
  query: z.object({ decision: reviewDecisionSchema }),
  response: orderEffectsSchema,
});

export const decideOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:id/review',
  access,
  sudo: true,
  summary:
    'Decide about an order in review: deliver, refund or cancel. 409 when it would do something else than expected.',
  params,
  body: reviewSchema,
  response: adminOrderDetailSchema,
});
