import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { totals } from '../lists.ts';
import { line, reasonText, timestamp } from '../text.ts';

const MAX_INTEGER = 2_147_483_647;

/** Receipts of one page. */
export const RECEIPT_LIST_LIMIT = 20;
/** How many receipts a bridge reports in one call at most. */
export const RECEIPTS_AT_ONCE = 500;

/** A receipt as a bridge reports it. A grant that was revoked, or never applied, isn't one of them. */
const reportedReceiptSchema = z.object({
  idempotencyKey: z.string().check(z.minLength(1), z.maxLength(100)),
  effect: z.enum(['grant', 'revoke']),
  accountDBID: z.int().check(z.minimum(1), z.maximum(MAX_INTEGER)),
  kind: line({ min: 1, max: 40, message: 'Kinds have 1 to 40 characters.' }),
  itemId: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_INTEGER))),
  quantity: z.int().check(z.minimum(1), z.maximum(MAX_INTEGER)),
  characterId: z._default(
    z.nullable(line({ min: 1, max: 64, message: "A character's id has 1 to 64 characters." })),
    null,
  ),
  recordedAt: timestamp,
});

export const receiptReportSchema = z.object({
  /** As the status named it. */
  restore: z.int().check(z.minimum(1), z.maximum(MAX_INTEGER)),
  /** There are no more: the status doesn't ask for this restore again. */
  isLast: z._default(z.boolean(), false),
  receipts: z.array(reportedReceiptSchema).check(z.maxLength(RECEIPTS_AT_ONCE)),
});

/** What a status asks for after a restore: every receipt that was recorded since. Bridges that don't know it ignore it. */
export const receiptsWantedSchema = z.object({ restore: z.int(), since: timestamp });

/**
 * - `open`: waits for staff, unless a delivery has its key by now
 * - `kept`: it stays as it is in the game
 * - `revoked`: its revocation is queued for the game
 */
export const unmatchedReceiptStateSchema = z.enum(['open', 'kept', 'revoked']);

/** Something that a game has a receipt of, and this portal has no delivery of. */
export const unmatchedReceiptSchema = z.object({
  receiptId: z.int(),
  state: unmatchedReceiptStateSchema,
  serverId: z.int(),
  serverName: z.string(),
  effect: z.enum(['grant', 'revoke']),
  accountDBID: z.int(),
  /** Null: this portal has no such account; it was made after the backup. */
  account: z.nullable(accountNameSchema),
  kind: z.string(),
  itemId: z.nullable(z.int()),
  quantity: z.int(),
  idempotencyKey: z.string(),
  recordedAt: timestamp,
  closedAt: z.nullable(timestamp),
});

export const unmatchedReceiptListSchema = z.object({
  receipts: z.array(unmatchedReceiptSchema),
  ...totals,
  /** For the next page; null at the end. */
  before: z.nullable(z.int()),
});

export const receiptDecisionSchema = z.object({ reason: reasonText });

export type ReportedReceipt = z.infer<typeof reportedReceiptSchema>;
export type ReceiptReport = z.infer<typeof receiptReportSchema>;
export type ReceiptsWanted = z.infer<typeof receiptsWantedSchema>;
export type UnmatchedReceipt = z.infer<typeof unmatchedReceiptSchema>;
export type UnmatchedReceiptState = z.infer<typeof unmatchedReceiptStateSchema>;
