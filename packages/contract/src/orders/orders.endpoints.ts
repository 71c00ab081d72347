import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, limitQuery } from '../text.ts';
import { checkoutSchema, ORDER_LIST_LIMIT, orderListSchema, purchaseListSchema } from './orders.schemas.ts';

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/stripe/create-checkout-session',
  access: 'player',
  summary: 'Start a purchase; returns the address of the hosted checkout.',
  limit: { by: 'account', points: 30, windowSeconds: 600 },
  body: checkoutSchema,
  response: z.object({ url: z.string() }),
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/user/orders',
  access: 'player',
  summary: "The signed-in account's orders, newest first, with the delivery state of each line.",
  query: z.object({ limit: limitQuery(ORDER_LIST_LIMIT), before: z.optional(idParam) }),
  response: orderListSchema,
});

export const listPurchases = endpoint({
  method: 'GET',
  path: '/user/purchases',
  access: 'player',
  summary: 'How many of each product the signed-in account has bought and kept.',
  response: purchaseListSchema,
});
