import { createContentStore } from '#features/content/content.ts';
import { news } from './news.tables.ts';

/** Newest first. */
export const newsStore = createContentStore({
  table: news,
  name: 'news',
  sortedBy: news.publishedAt,
  searched: [news.title, news.category],
});
