import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const paymentSweeps = pgTable(
  'payment_sweeps',
  {
    provider: text('provider').notNull(),
    isLive: boolean('is_live').notNull(),
    subject: text('subject', { enum: ['refunds', 'disputes', 'sessions'] }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    sweptUntil: time('swept_until'),
    openSince: time('open_since'),
    finishedAt: time('finished_at'),
    beganAt: time('began_at'),
    listFrom: time('list_from'),
    wakeFrom: time('wake_from'),
    seenOpenSince: time('seen_open_since'),
    cursor: text('cursor'),
    pages: integer('pages').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.isLive, table.subject] })],
);

export const paymentFindings = pgTable(
  'payment_findings',
  {
    kind: text('kind', {
      enum: ['endpoint_missing', 'endpoint_disabled', 'event_missing', 'permission_missing'],
    }).notNull(),
    detail: text('detail').notNull(),
    source: text('source', { enum: ['check', 'request'] }).notNull(),
    foundAt: time('found_at').notNull().defaultNow(),
    seenAt: time('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.detail] })],
);

export type PaymentFinding = Pick<typeof paymentFindings.$inferSelect, 'kind' | 'detail'>;
