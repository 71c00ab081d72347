import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import {
  adminDeliverySchema,
  deliveryFailureSchema,
  deliveryStateSchema,
} from '../deliveries/deliveries.admin.schemas.ts';
import { totals } from '../lists.ts';
import { hasWholeCents } from '../money.ts';
import { line, reasonText, timestamp } from '../text.ts';
import { expectedEffects } from './order-effects.schemas.ts';
import { orderLineSchema, orderStateSchema } from './orders.schemas.ts';

export const adminOrderSchema = z.object({
  orderId: z.int(),
  accountDBID: z.int(),
  userName: z.string(),
  productId: z.int(),
  productName: z.string(),
  state: orderStateSchema,
  /** Why staff have to decide; null unless the state is `review`. */
  reviewReason: z.nullable(z.string()),
  /** Euro, two decimals. */
  price: z.number(),
  refunded: z.number(),
  provider: z.string(),
  isLive: z.boolean(),
  createdAt: timestamp,
  paidAt: z.nullable(timestamp),
  /** The game server it was bought for; null when nothing of it goes to a game. */
  serverId: z.nullable(z.int()),
  serverName: z.nullable(z.string()),
  /** The character it was bought for, as it was called then; null: for the account. */
  characterName: z.nullable(z.string()),
});

export const adminOrderListSchema = z.object({ orders: z.array(adminOrderSchema), ...totals });

export const reviewDecisionSchema = z.enum(['deliver', 'refund', 'cancel']);

const orderEventSchema = z.object({
  at: timestamp,
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.string(),
});

const webhookRecordSchema = z.object({
  eventId: z.string(),
  kind: z.string(),
  /** What was paid, where it says so, in its own currency. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  receivedAt: timestamp,
  processedAt: z.nullable(timestamp),
  outcome: z.nullable(z.string()),
});

const orderDeliverySchema = z.object({
  deliveryId: z.int(),
  effect: z.enum(['grant', 'revoke']),
  kind: z.string(),
  itemId: z.nullable(z.int()),
  itemName: adminDeliverySchema.shape.itemName,
  quantity: z.int(),
  state: deliveryStateSchema,
  /** Not sent while the payment is disputed. */
  isOnHold: z.boolean(),
  attempts: z.int(),
  failure: z.nullable(deliveryFailureSchema),
  isMarkedDelivered: z.boolean(),
  detail: z.nullable(z.string()),
  settledAt: z.nullable(timestamp),
});

/** A refund requested by staff. */
const orderRefundSchema = z.object({
  at: timestamp,
  /** Euro, two decimals. */
  amount: z.number(),
  /** `requested`: recorded; it completes when the provider answers. */
  state: z.enum(['requested', 'done', 'refused']),
  /** Why the provider refused. */
  failure: z.nullable(z.string()),
  staff: accountNameSchema,
  settledAt: z.nullable(timestamp),
});

/** A decision of staff about the order's money. */
const staffDecisionSchema = z.object({
  at: timestamp,
  kind: z.enum([...reviewDecisionSchema.options, 'attach']),
  /** In the words of the member of staff; null in entries from before reasons were asked for. */
  reason: z.nullable(z.string()),
  staff: accountNameSchema,
});

/** A payment for the order from another session than the order's own. */
const otherPaymentSchema = z.object({
  sessionId: z.string(),
  paymentIntentId: z.nullable(z.string()),
  state: z.enum(['promised', 'failed', 'paid', 'returned']),
  /** In the payment's own currency, as is what was given back. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  refunded: z.number(),
  refundable: z.number(),
});

export const adminOrderDetailSchema = z.extend(adminOrderSchema, {
  lines: z.array(orderLineSchema),
  sessionId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  expiresAt: timestamp,
  fulfilledAt: z.nullable(timestamp),
  reversedAt: z.nullable(timestamp),
  /** The terms that the checkout showed; null for orders from before consent was collected. */
  terms: z.nullable(
    z.object({
      version: z.string(),
      /** The date on the page, YYYY-MM-DD. */
      updated: z.string(),
      /** When the buyer accepted them; null before. */
      acceptedAt: z.nullable(timestamp),
    }),
  ),
  /** The part of the price that is tax; null if the provider reports none. */
  tax: z.nullable(z.number()),
  /** What was paid, in its own currency; null before, and for orders from before it was kept. */
  received: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  /** The newest dispute, open or over, and until when it can be answered. */
  dispute: z.nullable(z.object({ disputeId: z.string(), dueAt: z.nullable(timestamp) })),
  /** Euro of the order's own payment that can be given back now; 0 for none. */
  refundable: z.number(),
  /** The decisions staff can make now; empty unless the state is `review`. */
  decisions: z.array(reviewDecisionSchema),
  events: z.array(orderEventSchema),
  webhooks: z.array(webhookRecordSchema),
  deliveries: z.array(orderDeliverySchema),
  refunds: z.array(orderRefundSchema),
  /** Oldest first. */
  staffDecisions: z.array(staffDecisionSchema),
  otherPayments: z.array(otherPaymentSchema),
});

const AMOUNT_MESSAGE = 'Please give an amount in euro, with at most two decimals.';

export const refundSchema = z.object({
  /** Euro; all that is left when it is left out. */
  amount: z.optional(
    z
      .number(AMOUNT_MESSAGE)
      .check(
        z.minimum(0.01, AMOUNT_MESSAGE),
        z.maximum(999_999.99, AMOUNT_MESSAGE),
        z.refine(hasWholeCents, AMOUNT_MESSAGE),
      ),
  ),
  /** What the form showed as given back: another sum by now is a conflict instead of a second refund. */
  refundedSeen: z.optional(z.number().check(z.minimum(0), z.maximum(999_999.99))),
  /** Another payment than the order's own. */
  paymentIntentId: z.optional(line({ min: 1, max: 255, message: 'This is not a payment.' })),
  /** Created when the form opens, so that a second press or a retry after a timeout refunds once. */
  requestId: z.uuid(),
  expected: expectedEffects,
  /** Why, for the audit log. */
  reason: reasonText,
});

export const reviewSchema = z.object({
  decision: reviewDecisionSchema,
  expected: expectedEffects,
  reason: reasonText,
});

export type AdminOrder = z.infer<typeof adminOrderSchema>;
export type AdminOrderDetail = z.infer<typeof adminOrderDetailSchema>;
export type StaffDecision = z.infer<typeof staffDecisionSchema>;
export type ReviewDecision = z.infer<typeof reviewDecisionSchema>;
