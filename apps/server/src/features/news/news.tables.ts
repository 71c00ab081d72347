import { text } from 'drizzle-orm/pg-core';
import { contentTable } from '#features/content/content.ts';
import { time } from '#platform/db/columns.ts';

export const news = contentTable('news', {
  snippet: text('snippet').notNull().default(''),
  category: text('category').notNull().default('Updates'),
  imageUrl: text('image_url'),
  eventStartsAt: time('event_starts_at'),
  eventEndsAt: time('event_ends_at'),
});

export type NewsRow = typeof news.$inferSelect;
export type NewNewsRow = typeof news.$inferInsert;
