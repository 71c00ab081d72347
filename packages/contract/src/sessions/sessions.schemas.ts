import * as z from 'zod/mini';
import { newPasswordSchema, PASSWORD_MAX_LENGTH } from '../accounts/accounts.schemas.ts';
import { line, timestamp } from '../text.ts';

/** A session of the account. It is named by an id that opens nothing. */
export const ownSessionSchema = z.object({
  id: z.int(),
  /** Such as 'Firefox on Windows'; null for a program that names no browser. */
  browser: z.nullable(z.string()),
  /** The first part of the address, such as '203.0.113.0/24'; null for sessions of older versions. */
  network: z.nullable(z.string()),
  createdAt: timestamp,
  /** To the hour. */
  lastUsedAt: timestamp,
  /** When it ends if it is not used again. */
  expiresAt: timestamp,
  isCurrent: z.boolean(),
});

export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) });

/** How somebody proved who they are, or what was wrong. */
export const signInOutcomeSchema = z.enum(['signed_in', 'wrong_password', 'wrong_code']);

/**
 * By what. A second step comes after the password. `passkey` confirmed a sensitive action, or is of an older release, which
 * didn't tell how it was used.
 */
export const signInMethodSchema = z.enum([
  'password',
  'totp',
  'recovery_code',
  'passkey',
  'passkey_alone',
  'passkey_second_step',
]);

export const signInSchema = z.object({
  id: z.int(),
  at: timestamp,
  outcome: signInOutcomeSchema,
  method: signInMethodSchema,
  browser: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** Neither the browser nor its network had signed in to this account before. */
  isNewDevice: z.boolean(),
});

/** The newest first, at most 50, of the last 90 days. */
export const signInsSchema = z.object({ signIns: z.array(signInSchema) });

export const passwordChangeSchema = z.object({
  oldPassword: line({
    min: 1,
    max: PASSWORD_MAX_LENGTH,
    message: 'Please enter your current password to confirm this change.',
  }),
  newPassword: newPasswordSchema,
});

export type OwnSession = z.infer<typeof ownSessionSchema>;
export type SignIn = z.infer<typeof signInSchema>;
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
