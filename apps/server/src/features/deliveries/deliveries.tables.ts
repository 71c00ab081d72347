import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { DeliveryKind, DeliveryProblem } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import { time } from '#platform/db/columns.ts';

/** After this many failures a delivery is dead and waits for staff. */
export const MAX_ATTEMPTS = 12;

export const deliveries = pgTable('deliveries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer('account_id').notNull(),
  serverId: integer('server_id').notNull().default(FIRST_SERVER_ID),
  /** Null: for the account, or the player has yet to choose. */
  characterId: text('character_id'),
  characterName: text('character_name'),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  effect: text('effect', { enum: ['grant', 'revoke'] }).notNull(),
  revokesKey: text('revokes_key'),
  kind: text('kind').$type<DeliveryKind>().notNull(),
  itemId: integer('item_id'),
  quantity: integer('quantity').notNull(),
  availableUntil: time('available_until'),
  orderId: integer('order_id'),
  orderLinePosition: integer('order_line_position'),
  state: text('state', {
    enum: [
      'pending',
      'leased',
      'applied',
      'dead',
      'cancelled',
      'superseded',
      'unknown',
      'awaiting_character',
    ],
  })
    .notNull()
    .default('pending'),
  attempts: integer('attempts').notNull().default(0),
  /** How often it was ever leased; never reset. */
  leases: integer('leases').notNull().default(0),
  availableAt: time('available_at').notNull().defaultNow(),
  /** Why it is dead; kept while a retry is under way. */
  failure: text('failure').$type<DeliveryFailure>(),
  isMarkedDelivered: boolean('is_marked_delivered').notNull().default(false),
  /** Why the game couldn't apply it yet, or never can. */
  problem: text('problem').$type<DeliveryProblem>(),
  /** When the game destroys what isn't collected, and when it was collected. */
  collectBy: time('collect_by'),
  collectedAt: time('collected_at'),
  /** How often staff decided to send it again although its outcome is unknown. */
  sendAgain: integer('send_again').notNull().default(0),
  lastDetail: text('last_detail'),
  createdAt: time('created_at').notNull().defaultNow(),
  settledAt: time('settled_at'),
  redeliveryId: uuid('redelivery_id'),
  supersedesKey: text('supersedes_key'),
});

export const characters = pgTable(
  'characters',
  {
    accountId: integer('account_id').notNull(),
    serverId: integer('server_id').notNull().default(FIRST_SERVER_ID),
    /** The game's own id, which outlives a rename; the name where the game has none. */
    characterId: text('character_id')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    isOnline: boolean('is_online').notNull().default(false),
    name: text('name').notNull(),
    level: integer('level').notNull(),
    class: text('class').notNull(),
    reportedAt: time('reported_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.serverId, table.characterId] })],
);
