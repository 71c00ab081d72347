import * as z from 'zod/mini';
import { grantKindSchema } from '../products/products.schemas.ts';
import { line, timestamp } from '../text.ts';

/** What a delivery grants: contents of products, and grants by staff. */
export const deliveryKindSchema = z.enum([
  ...grantKindSchema.options,
  'benefit',
  'content_creator_package',
  'staff_package',
]);

/** A revocation undoes the named grant, or prevents it. */
export const deliverySchema = z.object({
  id: z.int(),
  idempotencyKey: z.string(),
  effect: z.enum(['grant', 'revoke']),
  /** The `idempotencyKey` of the grant that a revocation undoes. */
  revokesKey: z.nullable(z.string()),
  accountDBID: z.int(),
  /** The account's login in this game, and the game's id of it; null while the portal knows of none. */
  login: z.nullable(z.string()),
  gameAccountId: z.nullable(z.string()),
  /** For whom; null: for the account. */
  characterId: z.nullable(z.string()),
  /** As the character was called when it was chosen. */
  characterName: z.nullable(z.string()),
  kind: deliveryKindSchema,
  /** The game's id of the item, or of the benefit. */
  itemId: z.nullable(z.int()),
  quantity: z.int(),
  /** When the game ends it by itself; null: never. It may have passed. */
  availableUntil: z.nullable(timestamp),
  /**
   * How often staff decided to send it again although its outcome is `unknown`; absent: never. A number and not a flag,
   * so that a bridge that was killed in between doesn't take one decision for two.
   */
  sendAgain: z.optional(z.int().check(z.minimum(0))),
  createdAt: timestamp,
});

export const leaseSchema = z.object({
  leaseSeconds: z.int(),
  deliveries: z.array(deliverySchema),
});

/**
 * What the game recorded under the delivery's key: its account, kind, item (null or 0 without one) and quantity. For a
 * revocation, what it took back or had recorded.
 */
export const receiptSchema = z.object({
  accountDBID: z.int(),
  kind: z.string(),
  itemId: z.nullable(z.int()),
  quantity: z.int(),
});

/**
 * Why a delivery waits or failed, for a sentence that says what to do. The first five wait for the player, with `retry`:
 * such failures aren't counted, and the delivery never dies of them.
 */
export const deliveryProblemSchema = z.enum([
  'no_game_account',
  'character_missing',
  'inbox_full',
  'character_offline',
  'character_online',
  /** The game doesn't know the item's id. */
  'unknown_item',
  'game_unreachable',
  /** The game's tables or rights aren't as they must be: `game-bridge check` says what is wrong. */
  'game_setup',
]);

/**
 * - `applied`; `duplicate` if it was before
 * - `retry` if it failed this time, `reject` if it never can
 * - `character_missing`: the character is gone; the player chooses another
 * - `unknown`: it may or may not have been applied, and the game can't tell; staff decide
 */
export const acknowledgementSchema = z.object({
  id: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  result: z.enum(['applied', 'duplicate', 'retry', 'reject', 'character_missing', 'unknown']),
  problem: z.optional(deliveryProblemSchema),
  /** When the game destroys it, if nobody collects it before. */
  collectBy: z.optional(timestamp),
  /** The game's message; staff see its first 500 characters as one line. */
  detail: z.optional(z.string()),
  /** If it doesn't match the delivery, the delivery never counts as delivered. */
  receipt: z.optional(receiptSchema),
});

/** How each acknowledgement was handled: `unknown` for an id that this game server has no delivery of. */
export const acknowledgedSchema = z.object({
  results: z.array(
    z.object({ id: z.int(), outcome: z.enum(['settled', 'rescheduled', 'dead', 'unchanged', 'unknown']) }),
  ),
});

/** Deliveries that players took out of their mailboxes in the game. */
export const collectionSchema = z.object({
  idempotencyKey: z.string().check(z.minLength(1), z.maxLength(100)),
  collectedAt: timestamp,
});

const CHARACTER_ID_MESSAGE = "A character's id has 1 to 64 characters.";
export const characterId = line({ min: 1, max: 64, message: CHARACTER_ID_MESSAGE });

/** As a bridge reports it. */
export const characterSchema = z.object({
  /** The game's id, which outlives a rename; the name where the game has none. */
  characterId: z.optional(characterId),
  online: z._default(z.boolean(), false),
  name: line({ min: 1, max: 40, message: 'Character names have 1 to 40 characters.' }),
  level: z.int().check(z.minimum(1), z.maximum(9999)),
  class: line({ min: 1, max: 40, message: 'Classes have 1 to 40 characters.' }),
});

export const ownCharacterSchema = z.object({
  characterId: z.string(),
  serverId: z.int(),
  name: z.string(),
  level: z.int(),
  class: z.string(),
  online: z.boolean(),
});

/** A purchase or a claim that waits for a character, because its own is gone. */
export const awaitingDeliverySchema = z.object({
  deliveryId: z.int(),
  serverId: z.int(),
  serverName: z.string(),
  /** The character that is gone; null when none was chosen. */
  characterName: z.nullable(z.string()),
  label: z.string(),
  quantity: z.int(),
  createdAt: timestamp,
});

export type DeliveryProblem = z.infer<typeof deliveryProblemSchema>;
export type OwnCharacter = z.infer<typeof ownCharacterSchema>;
export type AwaitingDelivery = z.infer<typeof awaitingDeliverySchema>;
export type DeliveryKind = z.infer<typeof deliveryKindSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type Receipt = z.infer<typeof receiptSchema>;
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;
export type Character = z.infer<typeof characterSchema>;
