import * as z from 'zod/mini';
import { timestamp } from '../text.ts';

export const NEWS_LIST_LIMIT = 20;

export const newsItemSchema = z.object({
  id: z.int(),
  title: z.string(),
  snippet: z.string(),
  /** Absolute, or relative to the API base. */
  imageUrl: z.nullable(z.string()),
  category: z.string(),
  date: z.optional(timestamp),
  publishedAt: z.nullable(timestamp),
  createdAt: timestamp,
});

export const newsArticleSchema = z.extend(newsItemSchema, {
  /** Markdown as written. */
  body: z.string(),
  /** The same, rendered and sanitised when it was saved. */
  bodyHtml: z.string(),
});

/** An article as it is read, with the one after it in the list; null after the last. */
export const readArticleSchema = z.extend(newsArticleSchema, { next: z.nullable(newsItemSchema) });

export const newsListSchema = z.object({ news: z.array(newsItemSchema), total: z.int() });

export type NewsItem = z.infer<typeof newsItemSchema>;
export type NewsArticle = z.infer<typeof newsArticleSchema>;
export type ReadArticle = z.infer<typeof readArticleSchema>;
