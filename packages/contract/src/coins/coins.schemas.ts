import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { limitQuery, recordId, timestamp, words } from '../text.ts';

export const currencySchema = z.enum(['premium', 'second']);

const AMOUNT_MESSAGE = 'An amount is a whole number from 1 to 100 000 000.';

/** What a game asks for when a player spends coins in it, or when it returns them. */
export const coinMovementSchema = z.object({
  accountDBID: recordId,
  currency: z._default(currencySchema, 'premium'),
  amount: z.int(AMOUNT_MESSAGE).check(z.minimum(1, AMOUNT_MESSAGE), z.maximum(100_000_000, AMOUNT_MESSAGE)),
  /** Made by the game before it asks. The same key again moves nothing. */
  idempotencyKey: z
    .string()
    .check(z.regex(/^[\x21-\x7e]{1,64}$/, 'A key has 1 to 64 printable ASCII characters.')),
  /** What the player reads in the coin history. */
  reason: words({ max: 120, message: 'Please give a reason of at most 120 characters.' }),
});

/**
 * - `applied`, and `duplicate` when the key was applied before
 * - `insufficient`: of a debit, the balance is too small; of a credit, this server hasn't debited that much from the account
 */
export const coinMovedSchema = z.object({
  outcome: z.enum(['applied', 'duplicate', 'insufficient']),
  /** Afterwards, of the currency. */
  balance: z.int(),
});

export const coinBalanceSchema = z.object({
  accountDBID: z.int(),
  /** Of the premium coins. */
  balance: z.int(),
  secondBalance: z.int(),
});

export const COIN_HISTORY_LIMIT = 25;

const BEFORE_MESSAGE = 'Please give the number that the last page ended with.';

/** Entries are numbered past 32 bits. */
const entryNumber = z.pipe(
  z.string(BEFORE_MESSAGE).check(z.regex(/^[1-9]\d{0,14}$/, BEFORE_MESSAGE)),
  z.transform(Number),
);

/** `?limit=&before=` of a page of a coin history. */
export const coinPageQuery = { limit: limitQuery(COIN_HISTORY_LIMIT), before: z.optional(entryNumber) };

export const coinReasonSchema = z.enum([
  'order',
  'order_reversed',
  'adjustment',
  'spent',
  'returned',
  'other',
]);

/** One movement of an account's coins. */
export const coinEntrySchema = z.object({
  entryId: z.int(),
  currency: currencySchema,
  /** Negative for a debit. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
  reason: coinReasonSchema,
  /** The game's own reason, or the order's product. */
  detail: z.nullable(z.string()),
  serverName: z.nullable(z.string()),
  createdAt: timestamp,
});

export const coinHistorySchema = z.object({
  entries: z.array(coinEntrySchema),
  /** For the next page; null at the end. */
  before: z.nullable(z.int()),
});

/** A movement as staff see it. Null too where the viewer may not see it. */
export const adminCoinEntrySchema = z.object({
  ...coinEntrySchema.shape,
  /** The order that gave or took the coins; for those with the section Orders. */
  orderId: z.nullable(z.int()),
  /** Who of the staff adjusted the balance; for those who may edit the account. */
  staff: z.nullable(accountNameSchema),
});

export const adminCoinHistorySchema = z.object({
  ...coinHistorySchema.shape,
  entries: z.array(adminCoinEntrySchema),
});

export type CoinReason = z.infer<typeof coinReasonSchema>;
export type Currency = z.infer<typeof currencySchema>;
export type CoinMovementInput = z.infer<typeof coinMovementSchema>;
export type CoinMoved = z.infer<typeof coinMovedSchema>;
export type CoinEntry = z.infer<typeof coinEntrySchema>;
export type AdminCoinEntry = z.infer<typeof adminCoinEntrySchema>;
export type CoinBalance = z.infer<typeof coinBalanceSchema>;
export type CoinHistory = z.infer<typeof coinHistorySchema>;
export type AdminCoinHistory = z.infer<typeof adminCoinHistorySchema>;
