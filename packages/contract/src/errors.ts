import * as z from 'zod/mini';
import { refusedBudgetSchema } from './budgets/budgets.schemas.ts';

/** Every code an error body can carry. Clients branch on the code, never on the message. */
export const ERROR_CODES = [
  'bad_request',
  'validation_failed',
  'invalid_token',
  'unauthenticated',
  'wrong_password',
  'account_banned',
  'forbidden',
  'budget_exceeded',
  'factor_required',
  'sudo_required',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'range_not_satisfiable',
  'too_many_requests',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every answer from 400 up. */
export const errorBodySchema = z.object({
  code: z.enum(ERROR_CODES),
  /** A message for the user. */
  message: z.string(),
  /** Errors of single fields: name → message. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** After an edit conflict: the current record. */
  current: z.optional(z.unknown()),
  /** After `budget_exceeded`: the budget that does not reach. */
  budget: z.optional(refusedBudgetSchema),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
