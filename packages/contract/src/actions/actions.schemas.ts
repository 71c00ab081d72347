import * as z from 'zod/mini';
import { ipAddress, reasonText, recordId, timeInput } from '../text.ts';

/** The packs that staff grant by hand. */
export const GRANT_PACK_ACTIONS = [
  'GRANT_VETERAN_PACK',
  'GRANT_FOUNDER_PACK',
  'GRANT_CONTENT_CREATOR_PACK',
  'GRANT_STAFF_PACK',
] as const;

/** What an action is called, on its card and in the sentence of its success. */
export const ACTION_TITLES = {
  GRANT_VETERAN_PACK: 'Grant Veteran Pack',
  GRANT_FOUNDER_PACK: 'Grant Founder Pack',
  GRANT_CONTENT_CREATOR_PACK: 'Grant Content Creator Pack',
  GRANT_STAFF_PACK: 'Grant Staff Pack',
  GRANT_WEBAPP_RIGHT: 'Grant Webapp Right',
} as const;

const ID_MESSAGE = 'Account DBID is required.';

const packGrantSchema = z.object({
  action: z.enum(GRANT_PACK_ACTIONS),
  accountDBID: z.int(ID_MESSAGE).check(z.minimum(1, ID_MESSAGE), z.maximum(2_147_483_647, ID_MESSAGE)),
  /** Until when the pack lasts; for good when it is left out. */
  date: z.optional(z.nullable(timeInput)),
  /** Why, for the audit log. */
  reason: z.optional(reasonText),
});

const webappRightSchema = z.object({
  action: z.literal('GRANT_WEBAPP_RIGHT'),
  /** An address the game's bridge may call from. */
  ip: ipAddress,
});

export const accountActionSchema = z.discriminatedUnion('action', [packGrantSchema, webappRightSchema]);

/** The most pieces in one grant. */
export const ITEM_QUANTITY_MAX = 1000;

export const ITEM_QUANTITY_MESSAGE = `Please give a quantity of 1 to ${ITEM_QUANTITY_MAX}.`;

/** An item for a player, such as one that the game has lost. */
export const itemGrantSchema = z.object({
  /** Made for this grant, so that a repeated request grants nothing more. */
  requestId: z.uuid(),
  /** On that game server. */
  itemId: recordId,
  quantity: z
    .int(ITEM_QUANTITY_MESSAGE)
    .check(z.minimum(1, ITEM_QUANTITY_MESSAGE), z.maximum(ITEM_QUANTITY_MAX, ITEM_QUANTITY_MESSAGE)),
  /** Needed where there is more than one. */
  serverId: z.optional(recordId),
  reason: reasonText,
});

export type ItemGrant = z.infer<typeof itemGrantSchema>;
export type AccountAction = z.infer<typeof accountActionSchema>;
export type AccountActionInput = z.input<typeof accountActionSchema>;
export type GrantPackAction = (typeof GRANT_PACK_ACTIONS)[number];
