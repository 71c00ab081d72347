import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { PASSWORD_MAX_LENGTH } from '../accounts/accounts.schemas.ts';
import { line, timestamp } from '../text.ts';

/** An account is deleted this long after the request. */
export const ERASURE_DAYS = 14;

/** A request to erase the account. */
export const erasureSchema = z.object({
  requestedAt: timestamp,
  /** 14 days later. Until then it can be undone. */
  dueAt: timestamp,
});

export const privacyStateSchema = z.object({ erasure: z.nullable(erasureSchema) });

export const erasureRequestSchema = z.object({
  password: line({ min: 1, max: PASSWORD_MAX_LENGTH, message: 'Please enter your password.' }),
});

/** What staff see of it. */
export const userErasureSchema = z.object({
  erasure: z.nullable(
    z.object({
      ...erasureSchema.shape,
      /** The owner who requested it; null: the player. */
      requestedBy: z.nullable(accountNameSchema),
    }),
  ),
  /** When personal data was erased. */
  erasedAt: z.nullable(timestamp),
});

export const userErasureRequestSchema = z.object({
  /** At once, without a mail and without a way back. */
  isImmediate: z.boolean(),
  reason: line({ min: 3, max: 500, message: 'Please give a reason of 3 to 500 characters.' }),
});

export type UserErasure = z.infer<typeof userErasureSchema>;
export type PrivacyState = z.infer<typeof privacyStateSchema>;
