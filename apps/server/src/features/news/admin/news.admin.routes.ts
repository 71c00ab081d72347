import {
  createArticle,
  deleteArticle,
  deleteArticleDraft,
  exportArticles as exportEndpoint,
  getAdminArticle,
  getArticleDraft,
  getArticleRevision,
  listAdminNews,
  listArticleRevisions,
  restoreArticleRevision,
  saveArticleDraft,
  updateArticle,
} from '@waygate/contract/news/news.admin.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAdminNewsItem } from '#features/news/news.presenter.ts';
import { newsStore } from '#features/news/news.queries.ts';
import { newsEditor } from '#features/news/news.service.ts';
import { exportArticles } from './article-export.service.ts';

export function newsAdminRoutes(
  route: Route,
  { db, exportList }: { db: Database; exportList: ExportList },
): void {
  route(listAdminNews, async ({ query }) => {
    const { rows, total } = await newsStore.selectPage(db, query);
    return { news: rows.map(presentAdminNewsItem), total };
  });

  route(exportEndpoint, ({ query, ...staff }) => exportArticles(exportList, staff, query));

  route(getAdminArticle, ({ params }) => newsEditor.read(db, params.id));

  route(createArticle, ({ body, ...staff }) => newsEditor.create(db, staff, body));

  route(updateArticle, ({ params, body, ...staff }) =>
    newsEditor.update(db, staff, { id: params.id, text: body }),
  );

  route(deleteArticle, ({ params, ...staff }) => newsEditor.delete(db, staff, params.id));

  route(getArticleDraft, async ({ params, viewer }) => ({
    draft: await newsEditor.drafts.read(db, viewer.accountId, params.id),
  }));

  route(saveArticleDraft, ({ params, body, ...staff }) =>
    newsEditor.drafts.save(db, staff, { ...body, recordId: params.id }),
  );

  route(deleteArticleDraft, ({ params, ...staff }) => newsEditor.drafts.delete(db, staff, params.id));

  route(listArticleRevisions, async ({ params }) => ({
    revisions: await newsEditor.listRevisions(db, params.id),
  }));

  route(getArticleRevision, ({ params }) => newsEditor.readRevision(db, params));

  route(restoreArticleRevision, ({ params, body, ...staff }) =>
    newsEditor.restore(db, staff, { ...params, read: body.revision }),
  );
}
