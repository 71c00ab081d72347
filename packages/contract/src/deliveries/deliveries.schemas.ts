import * as z from 'zod/mini';
import { grantKindSchema } from '../products/products.schemas.ts';
import { line, timestamp } from '../text.ts';

/** What the game is told to give: what products grant, and what staff gives by hand. */
export const deliveryKindSchema = z.enum([
  ...grantKindSchema.options,
  'benefit',
  'content_creator_package',
  'staff_package',
]);

/** Grants give; revocations take back what the named grant gave, or keep it from ever being given. */
export const deliverySchema = z.object({
  id: z.int(),
  idempotencyKey: z.string(),
  effect: z.enum(['grant', 'revoke']),
  /** Of the grant that a revocation is about. */
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

export const acknowledgementSchema = z.object({
  id: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  result: z.enum(['applied', 'duplicate', 'retry', 'reject']),
  /** Whatever the game has to say; staff reads its first 500 characters as one line. */
  detail: z.optional(z.string()),
});

/** How each acknowledgement was taken: `unknown` for an id that never existed. */
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
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;
export type Character = z.infer<typeof characterSchema>;
