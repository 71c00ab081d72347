import * as z from 'zod/mini';
import {
  draftInput,
  draftParams,
  draftSchema,
  restoreInput,
  revisionListSchema,
  revisionParams,
  revisionSchema,
  savedDraftSchema,
} from '../content/history.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { CONTENT_PAGE_PARTS, contentListQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import { adminArticleSchema, adminNewsListSchema, newsTextSchema } from './news.admin.schemas.ts';

const access = { section: 'news' } as const;
const params = z.object({ id: idParam });

export const listAdminNews = endpoint({
  method: 'GET',
  path: '/admin/content/news',
  access,
  summary: 'Articles, including drafts, last changed first.',
  query: contentListQuery,
  response: adminNewsListSchema,
});

export const exportArticles = endpoint({
  method: 'GET',
  path: '/admin/content/news/export',
  access,
  summary: 'Articles and drafts as the list finds them, without their texts, as CSV. One export at a time.',
  query: z.omit(listAdminNews.query, CONTENT_PAGE_PARTS),
  response: 'csv',
});

export const getAdminArticle = endpoint({
  method: 'GET',
  path: '/admin/content/news/:id',
  access,
  summary: 'One article or draft.',
  params,
  response: adminArticleSchema,
});

export const createArticle = endpoint({
  method: 'POST',
  path: '/admin/content/news',
  access,
  summary: 'Create an article.',
  body: newsTextSchema,
  response: adminArticleSchema,
});

export const updateArticle = endpoint({
  method: 'PUT',
  path: '/admin/content/news/:id',
  access,
  summary: 'Update an article.',
  params,
  body: newsTextSchema,
  response: adminArticleSchema,
  conflict: adminArticleSchema,
});

export const deleteArticle = endpoint({
  method: 'DELETE',
  path: '/admin/content/news/:id',
  access,
  summary: 'Delete an article.',
  params,
  response: 'empty',
});

export const getArticleDraft = endpoint({
  method: 'GET',
  path: '/admin/content/news/:id/draft',
  access,
  summary: "The caller's unsaved changes of an article, or of 'new'.",
  params: draftParams,
  response: draftSchema,
});

export const saveArticleDraft = endpoint({
  method: 'PUT',
  path: '/admin/content/news/:id/draft',
  access,
  summary: "Keep the caller's unsaved changes. Nobody else sees them.",
  // The editor saves after each pause of a second.
  limit: { by: 'account', points: 120, windowSeconds: 60 },
  params: draftParams,
  body: draftInput,
  response: savedDraftSchema,
});

export const deleteArticleDraft = endpoint({
  method: 'DELETE',
  path: '/admin/content/news/:id/draft',
  access,
  summary: "Discard the caller's unsaved changes.",
  params: draftParams,
  response: 'empty',
});

export const listArticleRevisions = endpoint({
  method: 'GET',
  path: '/admin/content/news/:id/revisions',
  access,
  summary: 'The kept revisions of an article, newest first.',
  params,
  response: revisionListSchema,
});

export const getArticleRevision = endpoint({
  method: 'GET',
  path: '/admin/content/news/:id/revisions/:revision',
  access,
  summary: 'One revision with its text.',
  params: revisionParams,
  response: revisionSchema,
});

export const restoreArticleRevision = endpoint({
  method: 'POST',
  path: '/admin/content/news/:id/revisions/:revision/restore',
  access,
  summary: 'Save the text of a revision again. Whether and when visitors see it stays as it is.',
  params: revisionParams,
  body: restoreInput,
  response: adminArticleSchema,
  conflict: adminArticleSchema,
});
