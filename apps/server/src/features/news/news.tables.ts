import { pgTable, text } from 'drizzle-orm/pg-core';
import { contentColumns } from '#features/content/content.ts';

export const news = pgTable('news', {
  ...contentColumns(),
  snippet: text('snippet').notNull().default(''),
  category: text('category').notNull().default('Updates'),
  imageUrl: text('image_url'),
});

export type NewsRow = typeof news.$inferSelect;
export type NewNewsRow = typeof news.$inferInsert;
