import type { NewsArticle, NewsItem } from '@waygate/contract/news/news.schemas';
import type { NewsListRow } from './news.queries.ts';
import type { NewsRow } from './news.tables.ts';

export function presentNewsItem(row: NewsListRow): NewsItem {
  return {
    id: row.id,
    title: row.title,
    snippet: row.snippet,
    imageUrl: row.imageUrl,
    category: row.category,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export function presentNewsArticle(row: NewsRow): NewsArticle {
  return { ...presentNewsItem(row), body: row.body, bodyHtml: row.bodyHtml };
}
