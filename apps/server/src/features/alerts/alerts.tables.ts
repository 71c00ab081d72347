import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const alertIncidents = pgTable('alert_incidents', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  alert: text('alert').notNull(),
  since: time('since').notNull(),
  openedAt: time('opened_at').notNull(),
  clearedAt: time('cleared_at'),
  cases: integer('cases').notNull(),
  detail: text('detail'),
  isRaiseAnnounced: boolean('is_raise_announced').notNull().default(false),
  isClearAnnounced: boolean('is_clear_announced').notNull().default(false),
});

export const alertMessages = pgTable('alert_messages', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  incidentId: integer('incident_id'),
  requestId: uuid('request_id').unique(),
  kind: text('kind', { enum: ['raised', 'cleared', 'test'] }).notNull(),
  title: text('title').notNull(),
  paragraphs: text('paragraphs').array().notNull(),
  path: text('path').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  webhookState: text('webhook_state', { enum: ['off', 'waiting', 'sent', 'failed'] }).notNull(),
  webhookAttempts: integer('webhook_attempts').notNull().default(0),
  webhookFailure: text('webhook_failure'),
  webhookSettledAt: time('webhook_settled_at'),
});
