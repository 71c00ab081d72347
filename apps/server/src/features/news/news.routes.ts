import { getNewsArticle, listNews } from '@waygate/contract/news/news.endpoints';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentNewsArticle, presentNewsItem } from './news.presenter.ts';
import { newsStore } from './news.queries.ts';

export function newsRoutes(route: Route, { db }: { db: Db }): void {
  route(listNews, async ({ query }) => {
    const { rows, total } = await newsStore.selectPublished(db, query.limit);
    return { news: rows.map(presentNewsItem), total };
  });

  route(getNewsArticle, async ({ params }) => {
    const row = await newsStore.selectPublishedOne(db, params.id);
    if (!row) throw notFound('Article not found.');
    const next = await newsStore.selectNext(db, row.id);
    return { ...presentNewsArticle(row), next: next ? presentNewsItem(next) : null };
  });
}
