import { desc } from 'drizzle-orm';
import { createContentStore } from '#features/content/content.ts';
import { news } from './news.tables.ts';

/** Newest first. */
export const newsStore = createContentStore({
  table: news,
  name: 'news',
  order: [desc(news.publishedAt), desc(news.id)],
  searched: [news.title, news.category],
});
