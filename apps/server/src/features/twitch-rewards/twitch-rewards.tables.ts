import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const twitchRewards = pgTable('twitch_rewards', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  season: integer('season').notNull(),
  type: text('type', { enum: ['viewer', 'streamer'] }).notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  requiredMinutes: integer('required_minutes').notNull(),
  /** On the first game server. */
  itemId: integer('item_id'),
  itemQuantity: integer('item_quantity').notNull().default(1),
  imageUrl: text('image_url'),
  revision: integer('revision').notNull().default(1),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  deletedAt: time('deleted_at'),
  reference: uuid('reference').notNull().defaultRandom(),
});

/** Ids of a reward's item on game servers other than the first. */
export const twitchRewardItems = pgTable(
  'twitch_reward_items',
  {
    rewardId: integer('reward_id').notNull(),
    serverId: integer('server_id').notNull(),
    itemId: integer('item_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.rewardId, table.serverId] })],
);

export type TwitchRewardRow = typeof twitchRewards.$inferSelect;
export type NewTwitchRewardRow = typeof twitchRewards.$inferInsert;
