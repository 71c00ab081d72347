import * as z from 'zod/mini';
import { grantKindSchema } from '../products/products.schemas.ts';
import { line, timestamp } from '../text.ts';

/** What a delivery grants: contents of products, and grants by staff. */
export const deliveryKindSchema = z.enum([
  ...grantKindSchema.options,
  'benefit',
  'content_creator_package',
  'staff_package',
]);

/** A revocation undoes the named grant, or prevents it. */
export const deliverySchema = z.object({
  id: z.int(),
  idempotencyKey: z.string(),
  effect: z.enum(['grant', 'revoke']),
  /** The id of the grant that a revocation undoes. */
  revokesKey: z.nullable(z.string()),
  accountDBID: z.int(),
  kind: deliveryKindSchema,
  /** The game's id of the item, or of the benefit. */
  itemId: z.nullable(z.int()),
  quantity: z.int(),
  /** When the game ends it by itself; null: never. It may have passed. */
  availableUntil: z.nullable(timestamp),
  createdAt: timestamp,
});

export const leaseSchema = z.object({
  leaseSeconds: z.int(),
  deliveries: z.array(deliverySchema),
});

/**
 * What the game recorded under the delivery's key: its account, kind, item (null or 0 without one) and quantity. For a
 * revocation, what it took back or had recorded.
 */
export const receiptSchema = z.object({
  accountDBID: z.int(),
  kind: z.string(),
  itemId: z.nullable(z.int()),
  quantity: z.int(),
});

export const acknowledgementSchema = z.object({
  id: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  result: z.enum(['applied', 'duplicate', 'retry', 'reject']),
  /** The game's message; staff see its first 500 characters as one line. */
  detail: z.optional(z.string()),
  /** If it doesn't match the delivery, the delivery never counts as delivered. */
  receipt: z.optional(receiptSchema),
});

/** How each acknowledgement was handled: `unknown` for an id that never existed. */
export const acknowledgedSchema = z.object({
  results: z.array(
    z.object({ id: z.int(), outcome: z.enum(['settled', 'rescheduled', 'dead', 'unchanged', 'unknown']) }),
  ),
});

export const characterSchema = z.object({
  name: line({ min: 1, max: 40, message: 'Character names have 1 to 40 characters.' }),
  level: z.int().check(z.minimum(1), z.maximum(9999)),
  class: line({ min: 1, max: 40, message: 'Classes have 1 to 40 characters.' }),
});

export type DeliveryKind = z.infer<typeof deliveryKindSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type Receipt = z.infer<typeof receiptSchema>;
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;
export type Character = z.infer<typeof characterSchema>;
