import * as z from 'zod/mini';
import { timestamp } from '../text.ts';
import { deliveryProblemSchema } from './deliveries.schemas.ts';

/** The delivery state of what a player bought or claimed. */
export const lineStateSchema = z.enum([
  'waiting',
  'on_its_way',
  /** The payment is disputed. */
  'on_hold',
  'delivered',
  'cancelled',
  'revoked',
  'problem',
  /** The player took it out of the mailbox in the game. */
  'collected',
  /** The game can't tell whether it arrived; staff look into it. */
  'unknown',
  /** Its character is gone: the player chooses another. */
  'awaiting_character',
]);

/** Where something is that a player bought or claimed. */
export const lineDeliverySchema = z.object({
  state: lineStateSchema,
  /** Why it waits, where the game said so. */
  problem: z.nullable(deliveryProblemSchema),
  /** When the game destroys it, if nobody collects it before. */
  collectBy: z.nullable(timestamp),
  /** The character it is for. */
  characterName: z.nullable(z.string()),
});

export type LineState = z.infer<typeof lineStateSchema>;
export type LineDelivery = z.infer<typeof lineDeliverySchema>;
