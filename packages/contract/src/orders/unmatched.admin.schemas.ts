import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { totals } from '../lists.ts';
import { reasonText, timestamp } from '../text.ts';
import { expectedEffects } from './order-effects.schemas.ts';

export const unmatchedStateSchema = z.enum(['open', 'refunding', 'refunded', 'attached']);

/** A payment that names this installation but no order of its database. */
export const unmatchedPaymentSchema = z.object({
  paymentId: z.int(),
  /** `refunding`: a refund is recorded; it completes when the provider answers. `refunded`: no money is left. */
  state: unmatchedStateSchema,
  /** In the payment's own currency, as is what was refunded. */
  amount: z.number(),
  currency: z.string(),
  refunded: z.number(),
  /** The bank disputes it: it can't be refunded. */
  isDisputed: z.boolean(),
  payerName: z.nullable(z.string()),
  payerEmail: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  provider: z.string(),
  isLive: z.boolean(),
  /** Of the order that is missing. */
  reference: z.string(),
  sessionId: z.string(),
  paymentIntentId: z.string(),
  /** When the checkout was opened. */
  startedAt: timestamp,
  notedAt: timestamp,
  closedAt: z.nullable(timestamp),
  /** The order that it was attached to. */
  orderId: z.nullable(z.int()),
  /** Why the provider refused the last refund. */
  refundFailure: z.nullable(z.string()),
});

export const unmatchedListSchema = z.object({ payments: z.array(unmatchedPaymentSchema), ...totals });

const productChoiceSchema = z.object({
  productId: z.int(),
  name: z.string(),
  /** Euro, two decimals: what it costs now. */
  price: z.number(),
  /** Its name or its price are those of the payment. */
  isSuggested: z.boolean(),
});

export const unmatchedDetailSchema = z.extend(unmatchedPaymentSchema, {
  /** The account with the payer's e-mail address, if it is confirmed. */
  suggestedAccount: z.nullable(accountNameSchema),
  /** Products that it can be attached as, likely ones first. */
  products: z.array(productChoiceSchema),
});

const ID_MESSAGE = 'This is not an id.';
const id = z.int(ID_MESSAGE).check(z.minimum(1, ID_MESSAGE), z.maximum(2_147_483_647, ID_MESSAGE));

export const attachSchema = z.object({
  accountDBID: id,
  productId: id,
  expected: expectedEffects,
  reason: reasonText,
});

export const unmatchedRefundSchema = z.object({
  /** What the form showed as refunded: another sum by now is a conflict. */
  refundedSeen: z.optional(z.number().check(z.minimum(0), z.maximum(999_999.99))),
  reason: reasonText,
});

export type UnmatchedPayment = z.infer<typeof unmatchedPaymentSchema>;
export type UnmatchedDetail = z.infer<typeof unmatchedDetailSchema>;
export type UnmatchedState = z.infer<typeof unmatchedStateSchema>;
