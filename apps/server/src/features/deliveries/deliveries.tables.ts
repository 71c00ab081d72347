import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { bigint, boolean, inet, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '#platform/db/columns.ts';

/** After this many failures a delivery is dead and waits for staff. */
export const MAX_ATTEMPTS = 12;

export const deliveries = pgTable('deliveries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer('account_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  effect: text('effect', { enum: ['grant', 'revoke'] }).notNull(),
  revokesKey: text('revokes_key'),
  kind: text('kind').$type<DeliveryKind>().notNull(),
  itemId: integer('item_id'),
  quantity: integer('quantity').notNull(),
  availableUntil: time('available_until'),
  orderId: integer('order_id'),
  orderLinePosition: integer('order_line_position'),
  state: text('state', { enum: ['pending', 'leased', 'applied', 'dead', 'cancelled', 'superseded'] })
    .notNull()
    .default('pending'),
  attempts: integer('attempts').notNull().default(0),
  /** How often it was ever leased; never reset. */
  leases: integer('leases').notNull().default(0),
  availableAt: time('available_at').notNull().defaultNow(),
  /** Why it is dead; kept while a retry is under way. */
  failure: text('failure').$type<DeliveryFailure>(),
  isMarkedDelivered: boolean('is_marked_delivered').notNull().default(false),
  lastDetail: text('last_detail'),
  createdAt: time('created_at').notNull().defaultNow(),
  settledAt: time('settled_at'),
  redeliveryId: uuid('redelivery_id'),
  supersedesKey: text('supersedes_key'),
});

export const bridgeTokens = pgTable('bridge_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  label: text('label').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  revokedAt: time('revoked_at'),
});

export const bridgeAddresses = pgTable('bridge_addresses', {
  address: inet('address').primaryKey(),
  addedAt: time('added_at').notNull().defaultNow(),
});

export const characters = pgTable(
  'characters',
  {
    accountId: integer('account_id').notNull(),
    name: text('name').notNull(),
    level: integer('level').notNull(),
    class: text('class').notNull(),
    reportedAt: time('reported_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
);
