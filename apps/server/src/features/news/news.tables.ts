import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const news = pgTable('news', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  status: text({ enum: ['draft', 'published'] })
    .notNull()
    .default('draft'),
  title: text().notNull(),
  snippet: text().notNull().default(''),
  body: text().notNull(),
  bodyHtml: text('body_html').notNull(),
  category: text().notNull().default('Updates'),
  imageUrl: text('image_url'),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export type NewsRow = typeof news.$inferSelect;
export type NewNewsRow = typeof news.$inferInsert;
