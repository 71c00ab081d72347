import type {
  AccountAcknowledgement,
  AccountCommand,
} from '@waygate/contract/game-accounts/game-accounts.schemas';
import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

export const gameAccounts = pgTable(
  'game_accounts',
  {
    serverId: integer('server_id').notNull(),
    accountId: integer('account_id').notNull(),
    /** As the game writes it. Null: a login is still to be chosen. */
    login: text('login'),
    /** The game's own id of the account. */
    gameAccountId: text('game_account_id'),
    state: text('state', { enum: ['pending', 'active', 'taken', 'failed'] }).notNull(),
    /** What the player has to know or do, as a sentence. */
    message: text('message'),
    isLocked: boolean('is_locked').notNull().default(false),
    /** Null: for good, or not at all. */
    lockedUntil: time('locked_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.accountId] })],
);

/** Work for a server's bridge. The commands of one game account are leased one at a time, by their id. */
export const gameAccountCommands = pgTable('game_account_commands', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  serverId: integer('server_id').notNull(),
  accountId: integer('account_id').notNull(),
  kind: text('kind').$type<AccountCommand['kind']>().notNull(),
  login: text('login').notNull(),
  newLogin: text('new_login'),
  /** The credential or the proof, encrypted. Deleted as soon as the command is settled, superseded or expired. */
  keyId: text('key_id'),
  sealed: bytes('sealed'),
  lockedUntil: time('locked_until'),
  state: text('state', {
    enum: ['waiting', 'leased', 'done', 'refused', 'superseded', 'expired'],
  })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  leases: integer('leases').notNull().default(0),
  /** When it may be leased; of a lease, when it ends. */
  availableAt: time('available_at').notNull().defaultNow(),
  /** A claim's proof is kept no longer. */
  expiresAt: time('expires_at'),
  result: text('result').$type<AccountAcknowledgement['result']>(),
  detail: text('detail'),
  createdAt: time('created_at').notNull().defaultNow(),
  settledAt: time('settled_at'),
});
