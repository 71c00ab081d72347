import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { deliveryKindSchema } from '../deliveries/deliveries.schemas.ts';
import { totals } from '../lists.ts';
import { idParam, reasonText, recordId, timeInput, timestamp } from '../text.ts';

/**
 * `same_keys`: the game was restored from a backup and recognises what it still has. `new_keys`: the game was wiped, and
 * what is still owed is granted again as something new.
 */
export const redeliveryModeSchema = z.enum(
  ['same_keys', 'new_keys'],
  'Please say what happened to the game.',
);

export const redeliveryScopeSchema = z.enum(
  ['everything', 'account', 'order', 'product'],
  'Please say what was lost.',
);

/** So many kinds of items and players of a preview are listed; both are counted in full. */
export const LISTED_OF_PREVIEW = 50;

const TARGET_MESSAGE = 'Please give the id of the account, the order or the product.';
const targetFault = { error: TARGET_MESSAGE, path: ['target'] };

/** The scope's id, which 'everything' has none of. */
function isWhole({ scope, target }: { scope: string; target?: number | null | undefined }): boolean {
  return (scope === 'everything') === (target === undefined || target === null);
}

const SINCE_MESSAGE = 'This time is yet to come.';

export const redeliveryPreviewQuery = z
  .object({
    mode: redeliveryModeSchema,
    scope: redeliveryScopeSchema,
    target: z.optional(idParam),
    /** Without it: every game server. */
    server: z.optional(idParam),
    since: z.optional(timeInput),
  })
  .check(z.refine(isWhole, targetFault));

export const redeliveryRequestSchema = z
  .object({
    /** Made by the caller: the same request twice is one redelivery. */
    id: z.uuid(),
    mode: redeliveryModeSchema,
    scope: redeliveryScopeSchema,
    target: z.nullable(recordId),
    /** Null: every game server. */
    serverId: z._default(z.nullable(recordId), null),
    since: z.nullable(timeInput),
    /** The preview's: what was applied later isn't part of it. */
    until: timeInput,
    /** How many deliveries the preview counted. */
    expected: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    reason: reasonText,
  })
  .check(
    z.refine(isWhole, targetFault),
    z.refine(({ since, until }) => since === null || since <= until, {
      error: SINCE_MESSAGE,
      path: ['since'],
    }),
  );

/** Why a delivery that the filter names isn't sent again. */
export const exclusionSchema = z.enum([
  /** The account of the member of staff, who is no owner. */
  'own_account',
  /** Accounts with rights that the member of staff lacks. */
  'rank',
  /** Orders in review or in a dispute. */
  'held',
  /** Refunded, revoked or ended: no longer owed. */
  'not_owed',
  /** Given by hand. Without a time, nobody knows whether that was lost. */
  'by_hand',
]);

/** A dry run: what a redelivery would send, and to whom. */
export const redeliveryPreviewSchema = z.object({
  /** As of when; the redelivery takes it as its upper bound. */
  until: timestamp,
  /** The name of the account or product; null for others. */
  targetName: z.nullable(z.string()),
  deliveries: z.int(),
  players: z.int(),
  /** Of the deliveries, how many an earlier redelivery has sent already. */
  redeliveredBefore: z.int(),
  /** The most frequent ones. */
  kinds: z.array(
    z.object({
      effect: z.enum(['grant', 'revoke']),
      kind: deliveryKindSchema,
      itemId: z.nullable(z.int()),
      /** As it was called when it was bought last. */
      label: z.nullable(z.string()),
      deliveries: z.int(),
      quantity: z.int(),
    }),
  ),
  kindsTotal: z.int(),
  /** Those with the most deliveries. */
  accounts: z.array(z.object({ ...accountNameSchema.shape, deliveries: z.int() })),
  /** Deliveries that the filter names and that aren't sent again, by the reason, with the first accounts. */
  excluded: z.array(
    z.object({
      reason: exclusionSchema,
      deliveries: z.int(),
      players: z.int(),
      accounts: z.array(accountNameSchema),
    }),
  ),
});

export const redeliverySchema = z.object({
  id: z.uuid(),
  mode: redeliveryModeSchema,
  scope: redeliveryScopeSchema,
  target: z.nullable(z.int()),
  /** Null: every game server. */
  serverId: z.nullable(z.int()),
  serverName: z.nullable(z.string()),
  since: z.nullable(timestamp),
  until: timestamp,
  reason: z.string(),
  staffName: z.string(),
  /** How many deliveries were confirmed. */
  planned: z.int(),
  /** How many of them are queued for the game again so far; fewer in the end where some were refunded meanwhile. */
  redelivered: z.int(),
  /** How many of those the game hasn't applied yet. */
  waiting: z.int(),
  /** How many of those failed. */
  failed: z.int(),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});

export const redeliveryListSchema = z.object({ redeliveries: z.array(redeliverySchema), ...totals });

/**
 * How far a redelivery has come.
 * - `queueing`: not all of it is queued for the game yet
 * - `with_game`: the game hasn't applied all of it yet
 * - `failed`: the game is through, and refused some of it
 * - `done`
 */
export const redeliveryStateSchema = z.enum(['queueing', 'with_game', 'failed', 'done']);

export function redeliveryStateOf({
  finishedAt,
  waiting,
  failed,
}: Pick<Redelivery, 'finishedAt' | 'waiting' | 'failed'>): RedeliveryState {
  if (finishedAt === null) return 'queueing';
  if (waiting > 0) return 'with_game';
  return failed > 0 ? 'failed' : 'done';
}

export type RedeliveryState = z.infer<typeof redeliveryStateSchema>;
export type RedeliveryMode = z.infer<typeof redeliveryModeSchema>;
export type RedeliveryScope = z.infer<typeof redeliveryScopeSchema>;
export type RedeliveryRequest = z.infer<typeof redeliveryRequestSchema>;
export type Exclusion = z.infer<typeof exclusionSchema>;
export type RedeliveryPreview = z.infer<typeof redeliveryPreviewSchema>;
export type Redelivery = z.infer<typeof redeliverySchema>;
