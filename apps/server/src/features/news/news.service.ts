import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import { insertNewsRows, updateNewsRow } from './news.queries.ts';
import type { NewNewsRow } from './news.tables.ts';

/** An article as it is written. */
export type NewsText = {
  status: 'draft' | 'published';
  title: string;
  snippet: string;
  /** Markdown. */
  body: string;
  category?: string;
  imageUrl: string | null;
};

/** Renders the text; what comes back is ready for `insertNews`, so that no transaction waits for rendering. */
export async function composeNews(text: NewsText): Promise<NewNewsRow> {
  return { ...text, bodyHtml: await renderMarkdown(text.body) };
}

/** Writes composed articles in one statement. Published ones without a time are published now. */
export async function insertNews(db: Db, rows: NewNewsRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  return insertNewsRows(db, rows);
}

/** @returns the new article's id */
export async function createNews(db: Db, text: NewsText): Promise<number> {
  const [id] = await insertNews(db, [await composeNews(text)]);
  if (id === undefined) throw new Error('The database returned no id for an inserted article.');
  return id;
}

/** Rewrites the article. The time of its first publishing is kept. */
export async function updateNews(db: Db, id: number, text: NewsText): Promise<void> {
  const row = await composeNews(text);
  if (!(await updateNewsRow(db, id, row))) throw notFound('Article not found.');
}
