import type { AdminArticle, AdminNewsItem } from '@waygate/contract/news/news.admin.schemas';
import type { NewsArticle, NewsItem } from '@waygate/contract/news/news.schemas';
import type { Listed } from '#features/content/content.ts';
import type { NewsRow } from './news.tables.ts';

export function presentNewsItem(row: Listed<NewsRow>): NewsItem {
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

export function presentAdminNewsItem(row: Listed<NewsRow>): AdminNewsItem {
  const { status, revision } = row;
  return {
    ...presentNewsItem(row),
    status,
    revision,
    publishedUntil: row.publishedUntil?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    eventStartsAt: row.eventStartsAt?.toISOString() ?? null,
    eventEndsAt: row.eventEndsAt?.toISOString() ?? null,
  };
}

export function presentAdminArticle(row: NewsRow): AdminArticle {
  return { ...presentAdminNewsItem(row), ...presentNewsArticle(row) };
}
