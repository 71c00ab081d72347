import * as z from 'zod/mini';
import { euroQuery, idParam } from '../text.ts';
import { orderStateSchema } from './orders.schemas.ts';

/**
 * What becomes of a delivery.
 * - `sent`: the game gets it
 * - `cancelled`: the game hasn't had it, and doesn't get it
 * - `revoked`: the game is to take it back
 * - `collected`: the same, but the player has taken it out of the mailbox: it may be used or gone
 * - `by_hand`: the same, but staff gave it by hand, and the game may know nothing of it
 * - `undecided`: the revocation waits for a decision of staff
 * - `held`, `released`: not sent while the payment is disputed, and sent again
 */
export const deliveryChangeSchema = z.enum([
  'sent',
  'cancelled',
  'revoked',
  'collected',
  'by_hand',
  'undecided',
  'held',
  'released',
]);

const day = z.nullable(z.iso.date());

/** What a decision about an order does, in numbers. */
export const orderEffectsSchema = z.object({
  /** Of the order, afterwards. */
  state: orderStateSchema,
  /** What goes back to the payer, in the payment's own currency. */
  refunds: z.array(z.object({ amount: z.number(), currency: z.string() })),
  /** A negative amount is debited; the balance is the one afterwards. */
  coins: z.array(
    z.object({
      coin: z.enum(['premium', 'second']),
      label: z.string(),
      amount: z.int(),
      balance: z.int(),
    }),
  ),
  /** The day on which the club ends, before and afterwards; null when it stays. */
  club: z.nullable(z.object({ before: day, after: day })),
  /** `kept`: something else than the order gives it too. */
  packages: z.array(
    z.object({ name: z.enum(['founder', 'veteran']), change: z.enum(['granted', 'revoked', 'kept']) }),
  ),
  deliveries: z.array(
    z.object({ kind: z.string(), label: z.string(), quantity: z.int(), change: deliveryChangeSchema }),
  ),
});

/** What the form showed. Where it would be something else by now, the decision is refused with 409. */
export const expectedEffects = z.optional(orderEffectsSchema);

export const refundPreviewQuery = z.object({
  /** Euro; all that is left when it is left out. */
  amount: z.optional(euroQuery),
  paymentIntentId: z.optional(z.string().check(z.maxLength(255))),
});

export const attachPreviewQuery = z.object({ accountDBID: idParam, productId: idParam });

export type OrderEffects = z.infer<typeof orderEffectsSchema>;
export type DeliveryChange = z.infer<typeof deliveryChangeSchema>;
