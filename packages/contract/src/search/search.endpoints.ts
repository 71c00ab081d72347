import { endpoint } from '../endpoint.ts';
import { searchQuery, searchResultSchema } from './search.schemas.ts';

export const searchContent = endpoint({
  method: 'GET',
  path: '/content/search',
  access: 'visitor',
  summary: 'The published articles and patch notes that best match some words, at most 20.',
  limit: { by: 'address', points: 60, windowSeconds: 60 },
  query: searchQuery,
  response: searchResultSchema,
});
