import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '#platform/db/columns.ts';

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey().defaultRandom(),
  accountId: integer('account_id'),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: time('created_at').notNull().defaultNow(),
  sentAt: time('sent_at'),
  failedAt: time('failed_at'),
  failure: text('failure'),
});

export const localMailbox = pgTable('local_mailbox', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  messageId: text('message_id').notNull().unique(),
  sender: text('sender').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  bodyText: text('body_text').notNull(),
  deliveredAt: time('delivered_at').notNull().defaultNow(),
});
