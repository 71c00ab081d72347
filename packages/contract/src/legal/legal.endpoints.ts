import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { legalPageSchema, legalSlugSchema } from './legal.schemas.ts';

export const getLegalPage = endpoint({
  method: 'GET',
  path: '/content/legal/:slug',
  access: 'visitor',
  summary: 'Terms of use, legal notice or privacy policy.',
  isCacheable: true,
  params: z.object({ slug: legalSlugSchema }),
  response: legalPageSchema,
});
