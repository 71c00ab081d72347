import { type NewsText, newsTextSchema } from '@waygate/contract/news/news.admin.schemas';
import { createContentEditor } from '#features/content/content.ts';
import { recordAddress } from '#features/media/media.ts';
import type { Db } from '#platform/db/database.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { presentAdminArticle } from './news.presenter.ts';
import { newsStore } from './news.queries.ts';
import type { NewNewsRow } from './news.tables.ts';

/** Renders an article into a row for `insertNews`, before any transaction, so that none waits for rendering. */
export async function composeNews(text: NewsText, authorId?: number): Promise<NewNewsRow> {
  const { status, title, snippet, body, category, imageUrl, eventStartsAt = null, eventEndsAt = null } = text;
  return {
    status,
    publishedAt: text.publishAt,
    publishedUntil: text.publishUntil,
    title,
    snippet,
    body,
    bodyHtml: await renderMarkdown(body, { authorId }),
    ...(category !== undefined && { category }),
    imageUrl: imageUrl && recordAddress(imageUrl),
    eventStartsAt,
    eventEndsAt,
  };
}

/** Inserts composed articles in one statement. Published ones without `publishedAt` get the current time. */
export async function insertNews(db: Db, rows: NewNewsRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await newsStore.insert(db, rows);
  return inserted.map(({ id }) => id);
}

/** How staff edit articles. */
export const newsEditor = createContentEditor({
  store: newsStore,
  kind: 'news',
  table: 'news',
  section: 'news',
  schema: newsTextSchema,
  compose: composeNews,
  present: presentAdminArticle,
  fields: [
    'title',
    'snippet',
    'body',
    'category',
    'status',
    'imageUrl',
    'eventStartsAt',
    'eventEndsAt',
    'publishedAt',
    'publishedUntil',
  ],
  missing: 'Article not found.',
});
