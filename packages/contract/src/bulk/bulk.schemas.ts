import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { GRANT_PACK_ACTIONS } from '../actions/actions.schemas.ts';
import { totals } from '../lists.ts';
import type { Section } from '../permissions.ts';
import { reasonText, recordId, timeInput, timestamp } from '../text.ts';

/** Accounts of one list. */
export const BULK_LIMIT = 1000;

/** Lines of one check: a longer list is checked in parts. */
export const BULK_CHECKED_LINES = 50;

const packSchema = z.object({
  action: z.enum(GRANT_PACK_ACTIONS),
  /** Until when the pack lasts; for good when it is left out. */
  date: z.optional(z.nullable(timeInput)),
});

const benefitSchema = z.object({
  action: z.literal('GRANT_BENEFIT'),
  benefitId: recordId,
  availableUntil: timeInput,
});

/** Of the accounts alone, without addresses. The players read the reason. */
const banSchema = z.object({
  action: z.literal('BAN'),
  /** Null: for good. */
  endTime: z.nullable(timeInput),
});

/** The same for every account of a list. */
export const bulkActionSchema = z.discriminatedUnion('action', [packSchema, benefitSchema, banSchema]);

export const bulkActionNameSchema = z.enum([...GRANT_PACK_ACTIONS, 'GRANT_BENEFIT', 'BAN']);

const LINES_MESSAGE = `Please check up to ${BULK_CHECKED_LINES} lines of at most 300 characters at once.`;

export const bulkCheckSchema = z.object({
  what: bulkActionSchema,
  /** Each names an account by its id, name or e-mail address, in its first column if there are several. */
  lines: z
    .array(z.string(LINES_MESSAGE).check(z.maxLength(300, LINES_MESSAGE)))
    .check(z.minLength(1, LINES_MESSAGE), z.maxLength(BULK_CHECKED_LINES, LINES_MESSAGE)),
});

/**
 * - `ready`: it would be done
 * - `already`: nothing to do
 * - `refused`: why is in the message, also for a line that names no account, or two
 */
export const bulkVerdictSchema = z.enum(['ready', 'already', 'refused']);

export const bulkCheckedSchema = z.object({
  lines: z.array(
    z.object({
      text: z.string(),
      account: z.nullable(accountNameSchema),
      verdict: bulkVerdictSchema,
      message: z.string(),
    }),
  ),
});

const ACCOUNTS_MESSAGE = `A list has 1 to ${BULK_LIMIT} accounts.`;

export const bulkStartSchema = z.object({
  /** Made by the caller: the same request twice is one list. */
  id: z.uuid(),
  what: bulkActionSchema,
  accounts: z
    .array(recordId)
    .check(z.minLength(1, ACCOUNTS_MESSAGE), z.maxLength(BULK_LIMIT, ACCOUNTS_MESSAGE)),
  /** For the audit log; of a ban, the players read it too. */
  reason: reasonText,
});

export const bulkStopSchema = z.object({ reason: reasonText });

/** Of a list: accounts wait, all had their turn, or somebody stopped it before. */
export const bulkStateSchema = z.enum(['unfinished', 'finished', 'stopped']);

/** `untried`: the list was stopped before its turn. */
export const bulkRowStateSchema = z.enum(['waiting', 'done', 'already', 'failed', 'untried']);

export const bulkProgressSchema = z.object({
  id: z.uuid(),
  action: bulkActionNameSchema,
  staff: accountNameSchema,
  reason: z.string(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
  /** Null: nobody stopped it. */
  stoppedAt: z.nullable(timestamp),
  total: z.int(),
  waiting: z.int(),
  done: z.int(),
  /** There was nothing to do. */
  already: z.int(),
  failed: z.int(),
  /** The list was stopped before their turn. */
  untried: z.int(),
});

export const bulkReportSchema = z.extend(bulkProgressSchema, {
  rows: z.array(z.extend(accountNameSchema, { state: bulkRowStateSchema, message: z.nullable(z.string()) })),
});

export const bulkListSchema = z.object({ lists: z.array(bulkProgressSchema), ...totals });

/** The right that an action needs, for a list as for one account. */
export function sectionOf(action: z.infer<typeof bulkActionNameSchema>): Section {
  return action === 'GRANT_BENEFIT' ? 'benefits' : 'actions';
}

export type BulkAction = z.infer<typeof bulkActionSchema>;
export type BulkActionInput = z.input<typeof bulkActionSchema>;
export type BulkActionName = z.infer<typeof bulkActionNameSchema>;
export type BulkChecked = z.infer<typeof bulkCheckedSchema>;
export type BulkProgress = z.infer<typeof bulkProgressSchema>;
export type BulkState = z.infer<typeof bulkStateSchema>;
export type BulkReport = z.infer<typeof bulkReportSchema>;
