import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '../accounts/accounts.schemas.ts';
import { line, timestamp } from '../text.ts';

/** A request to erase the account. */
export const erasureSchema = z.object({
  requestedAt: timestamp,
  /** 14 days later. Until then it can be taken back. */
  dueAt: timestamp,
});

export const privacyStateSchema = z.object({ erasure: z.nullable(erasureSchema) });

export const erasureRequestSchema = z.object({
  password: line({ min: 1, max: PASSWORD_MAX_LENGTH, message: 'Please enter your password.' }),
});

export type PrivacyState = z.infer<typeof privacyStateSchema>;
