import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { reasonText, recordId, timestamp } from '../text.ts';
import { deliveryKindSchema, deliveryProblemSchema } from './deliveries.schemas.ts';

export const deliveryStateSchema = z.enum([
  'pending',
  'leased',
  'applied',
  /** Applied, and taken out of the mailbox in the game. */
  'collected',
  'dead',
  'cancelled',
  /** The game was wiped, and another grant was queued in its place. */
  'superseded',
  /** It may or may not have been applied. Staff decide: delivered, or send again. */
  'unknown',
  /** Its character is gone; the player chooses another. */
  'awaiting_character',
]);

/**
 * Why a delivery is dead.
 * - `rejected`: the game can never apply it
 * - `mismatch`: the game's receipt under this key is of another account, kind, item or quantity
 * - `suspicious_duplicate`: the game says that it was applied before, but it was never sent before
 * - `exhausted`: twelve failures
 */
export const deliveryFailureSchema = z.enum(['rejected', 'mismatch', 'suspicious_duplicate', 'exhausted']);

export const adminDeliverySchema = z.object({
  deliveryId: z.int(),
  accountDBID: z.int(),
  userName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  characterId: z.nullable(z.string()),
  characterName: z.nullable(z.string()),
  effect: z.enum(['grant', 'revoke']),
  kind: z.string(),
  itemId: z.nullable(z.int()),
  /** As it was called when it was bought, or as a product or reward has it now; null for an item unknown to both. */
  itemName: z.nullable(z.string()),
  quantity: z.int(),
  state: deliveryStateSchema,
  /** Not sent while the payment of its order is disputed. */
  isOnHold: z.boolean(),
  attempts: z.int(),
  /** Why it is dead; null otherwise. */
  failure: z.nullable(deliveryFailureSchema),
  /** Staff granted or revoked it by hand. */
  isMarkedDelivered: z.boolean(),
  /** The game's last response. */
  detail: z.nullable(z.string()),
  /** Why it waits or failed, where the game said so. */
  problem: z.nullable(deliveryProblemSchema),
  /** When the game destroys it, if nobody collects it before; null: never, or not known. */
  collectBy: z.nullable(timestamp),
  collectedAt: z.nullable(timestamp),
  orderId: z.nullable(z.int()),
  createdAt: timestamp,
  settledAt: z.nullable(timestamp),
});

export const adminDeliveryListSchema = z.object({ deliveries: z.array(adminDeliverySchema), ...totals });

export const adminCharacterSchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  characterId: z.string(),
  name: z.string(),
  level: z.int(),
  class: z.string(),
  online: z.boolean(),
  reportedAt: timestamp,
});

export const adminCharacterListSchema = z.object({ characters: z.array(adminCharacterSchema), ...totals });

/** What the portal has delivered to an account and not revoked, one row for each server, kind and item. */
export const inventoryEntrySchema = z.object({
  accountDBID: z.int(),
  userName: z.string(),
  serverId: z.int(),
  serverName: z.string(),
  kind: deliveryKindSchema,
  itemId: z.nullable(z.int()),
  label: z.string(),
  /** Applied in the game, less what was revoked. */
  quantity: z.int(),
  /** Not applied yet. */
  pending: z.int(),
  /** When the game ends all of it; null: never. */
  availableUntil: z.nullable(timestamp),
  lastDeliveredAt: z.nullable(timestamp),
});

export const inventoryListSchema = z.object({ inventory: z.array(inventoryEntrySchema), ...totals });

/** A decision about a delivery, with a reason for the audit log. */
export const deliveryDecisionSchema = z.object({ reason: reasonText });

/** A reason is required for a delivery of which nobody knows whether it arrived: it may arrive twice. */
export const deliverySentAgainSchema = z.object({ reason: z.optional(reasonText) });

/** Deliveries are numbered past 32 bits. */
const deliveryId = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** Which failed deliveries to retry; all of them without a filter. */
export const deliveryRetrySchema = z.object({
  failure: z.optional(deliveryFailureSchema),
  server: z.optional(recordId),
  account: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  /** Only these of them. */
  deliveries: z.optional(z.array(deliveryId).check(z.minLength(1), z.maxLength(1000))),
  /** Why, for the audit log. */
  reason: z.optional(reasonText),
});

export const deliveriesRetriedSchema = z.object({
  retried: z.int(),
  /** Of accounts that the caller may not edit, or of the caller's own; and revocations of something doubtful. */
  skipped: z.int(),
  /** Beyond the first 5000; another call retries them. */
  left: z.int(),
});

export type DeliveryFailure = z.infer<typeof deliveryFailureSchema>;
export type AdminDelivery = z.infer<typeof adminDeliverySchema>;
export type AdminCharacter = z.infer<typeof adminCharacterSchema>;
export type InventoryEntry = z.infer<typeof inventoryEntrySchema>;
