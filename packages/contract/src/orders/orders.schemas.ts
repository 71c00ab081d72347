import * as z from 'zod/mini';
import { grantKindSchema } from '../products/products.schemas.ts';
import { characterId } from '../deliveries/deliveries.schemas.ts';
import { lineDeliverySchema } from '../deliveries/line-states.schemas.ts';
import { recordId, timestamp } from '../text.ts';

export const ORDER_LIST_LIMIT = 50;

export const orderStateSchema = z.enum([
  'creating',
  'pending',
  'processing',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'expired',
  'cancelled',
  'disputed',
  'charged_back',
  'review',
]);

export type OrderState = z.infer<typeof orderStateSchema>;

/**
 * Where an order may go from each state. The database refuses everything else.
 * A payment that arrives after the order expired is still a payment; `review` is reached from anywhere. Staff end it, or the
 * payment does: all of it was returned, or its missing session is there again.
 */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  creating: ['pending', 'processing', 'paid', 'failed', 'expired', 'cancelled', 'review'],
  pending: ['processing', 'paid', 'failed', 'expired', 'cancelled', 'review'],
  processing: ['paid', 'failed', 'review'],
  paid: ['partially_refunded', 'refunded', 'disputed', 'review'],
  partially_refunded: ['paid', 'refunded', 'disputed', 'review'],
  refunded: ['review'],
  failed: ['review'],
  expired: ['paid', 'processing', 'review'],
  cancelled: ['review'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'charged_back', 'review'],
  charged_back: ['review'],
  review: orderStateSchema.options.filter((state) => state !== 'review'),
};

export const orderLineSchema = z.object({
  kind: grantKindSchema,
  quantity: z.int(),
  label: z.string(),
  ...lineDeliverySchema.shape,
});

export const orderSchema = z.object({
  orderId: z.int(),
  productId: z.int(),
  /** The product's picture as it is now; '' for the one in its folder. */
  isCustomIcon: z.string(),
  productName: z.string(),
  state: orderStateSchema,
  /** Euro, two decimals. */
  price: z.number(),
  refunded: z.number(),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  /** The game server it was bought for; null when nothing of it goes to a game. */
  serverId: z.nullable(z.int()),
  serverName: z.nullable(z.string()),
  lines: z.array(orderLineSchema),
});

export const orderListSchema = z.object({
  orders: z.array(orderSchema),
  /** All orders of the account. */
  total: z.int(),
  /** Those older than the ones listed. */
  remaining: z.int(),
  /** `?before=` of the next page; null on the last one. */
  nextBefore: z.nullable(z.int()),
});

export const purchaseListSchema = z.object({
  purchases: z.array(z.object({ productId: z.int(), count: z.int() })),
});

/** Server and character are required where there is a choice, and then a 400 names the field. */
export const checkoutSchema = z.object({
  productId: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
  serverId: z.optional(recordId),
  characterId: z.optional(characterId),
});

export type Order = z.infer<typeof orderSchema>;
export type OrderPage = z.infer<typeof orderListSchema>;
