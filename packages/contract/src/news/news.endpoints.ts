import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, limitQuery } from '../text.ts';
import { NEWS_LIST_LIMIT, newsListSchema, readArticleSchema } from './news.schemas.ts';

export const listNews = endpoint({
  method: 'GET',
  path: '/content/news',
  access: 'visitor',
  summary: 'Published articles, newest first.',
  isCacheable: true,
  query: z.object({ limit: limitQuery(NEWS_LIST_LIMIT) }),
  response: newsListSchema,
});

export const getNewsArticle = endpoint({
  method: 'GET',
  path: '/content/news/:id',
  access: 'visitor',
  summary: 'One published article, and what comes after it.',
  isCacheable: true,
  params: z.object({ id: idParam }),
  response: readArticleSchema,
});
