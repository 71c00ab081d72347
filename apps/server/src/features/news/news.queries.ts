import { and, desc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { type NewNewsRow, news, type NewsRow } from './news.tables.ts';

const listColumns = {
  id: news.id,
  title: news.title,
  snippet: news.snippet,
  imageUrl: news.imageUrl,
  category: news.category,
  publishedAt: news.publishedAt,
  createdAt: news.createdAt,
};

const isPublished = eq(news.status, 'published');
const newestFirst = [desc(news.publishedAt), desc(news.id)];

export type NewsListRow = Pick<NewsRow, keyof typeof listColumns>;

const publishedNews = prepared((db) =>
  db
    .select({
      ...listColumns,
      // In the same statement, so that list and total tell of the same moment.
      total: sql<number>`(select count(*)::int from ${news} where ${isPublished})`,
    })
    .from(news)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('published_news'),
);

/** Newest first. The total counts all that is published. */
export async function selectPublishedNews(
  db: Db,
  limit: number,
): Promise<{ rows: NewsListRow[]; total: number }> {
  const rows = await publishedNews(db).execute({ limit });
  return { rows, total: rows[0]?.total ?? 0 };
}

const publishedArticle = prepared((db) =>
  db
    .select()
    .from(news)
    .where(and(eq(news.id, sql.placeholder('id')), isPublished))
    .prepare('published_article'),
);

export async function selectPublishedArticle(db: Db, id: number): Promise<NewsRow | undefined> {
  const [row] = await publishedArticle(db).execute({ id });
  return row;
}

/** The newest articles with their full text, for the feed. */
export async function selectNewsForFeed(db: Db, limit: number): Promise<NewsRow[]> {
  return db
    .select()
    .from(news)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Where published articles are and when each last changed, newest first. */
export async function selectNewsForSitemap(
  db: Db,
  limit: number,
): Promise<Pick<NewsRow, 'id' | 'updatedAt'>[]> {
  return db
    .select({ id: news.id, updatedAt: news.updatedAt })
    .from(news)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Published rows without a time are published now. */
export async function insertNewsRows(db: Db, rows: NewNewsRow[]): Promise<number[]> {
  const values = rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt ?? (row.status === 'published' ? sql`now()` : null),
  }));
  const inserted = await db.insert(news).values(values).returning({ id: news.id });
  return inserted.map(({ id }) => id);
}

/** Writes the article and, when this publishes it for the first time, the time of that. */
export async function updateNewsRow(
  db: Db,
  id: number,
  row: Omit<NewNewsRow, 'publishedAt'>,
): Promise<boolean> {
  // One statement decides, so that two editors who publish at once agree on the first time.
  const publishedAt =
    row.status === 'published' ? sql`coalesce(${news.publishedAt}, now())` : sql`${news.publishedAt}`;
  const updated = await db
    .update(news)
    .set({ ...row, publishedAt, updatedAt: sql`now()` })
    .where(eq(news.id, id))
    .returning({ id: news.id });
  return updated.length > 0;
}
