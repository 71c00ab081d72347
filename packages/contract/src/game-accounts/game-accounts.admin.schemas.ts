import * as z from 'zod/mini';
import { timestamp } from '../text.ts';
import { gameAccountStateSchema } from './game-accounts.schemas.ts';

/** An account's account in a game as staff see it. */
export const adminGameAccountSchema = z.object({
  serverId: z.int(),
  serverName: z.string(),
  /** Null: the player has yet to choose one. */
  login: z.nullable(z.string()),
  /** The game's own id. */
  gameAccountId: z.nullable(z.string()),
  state: gameAccountStateSchema,
  isLocked: z.boolean(),
  /** What the player reads. */
  message: z.nullable(z.string()),
  updatedAt: timestamp,
  /** The newest command that the game answered, and what the bridge said about it. */
  lastAnswer: z.nullable(
    z.object({
      kind: z.string(),
      result: z.string(),
      detail: z.nullable(z.string()),
      /** Failures so far. */
      attempts: z.int(),
    }),
  ),
  /** The oldest command that waits for the game, and when it is tried next. */
  waiting: z.nullable(z.object({ kind: z.string(), since: timestamp, nextAt: timestamp })),
});

export const adminGameAccountListSchema = z.object({ gameAccounts: z.array(adminGameAccountSchema) });

export type AdminGameAccount = z.infer<typeof adminGameAccountSchema>;
