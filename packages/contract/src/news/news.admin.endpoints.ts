import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { contentListQuery } from '../lists.ts';
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
