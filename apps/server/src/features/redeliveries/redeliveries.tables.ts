import type { RedeliveryMode, RedeliveryScope } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const redeliveries = pgTable('redeliveries', {
  id: uuid('id').primaryKey(),
  staffId: integer('staff_id').notNull(),
  mode: text('mode').$type<RedeliveryMode>().notNull(),
  scope: text('scope').$type<RedeliveryScope>().notNull(),
  targetId: integer('target_id'),
  /** Null: every game server. */
  serverId: integer('server_id'),
  since: time('since'),
  until: time('until').notNull(),
  reason: text('reason').notNull(),
  planned: integer('planned').notNull(),
  redelivered: integer('redelivered').notNull().default(0),
  cursorSettledAt: time('cursor_settled_at'),
  cursorId: bigint('cursor_id', { mode: 'number' }),
  createdAt: time('created_at').notNull().defaultNow(),
  progressedAt: time('progressed_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
});

export type RedeliveryRow = typeof redeliveries.$inferSelect;

/** What a redelivery is of: applied deliveries of a scope, a game server and a time, bounds included. */
export type LostFilter = Pick<RedeliveryRow, 'mode' | 'scope' | 'targetId' | 'serverId' | 'since' | 'until'>;
