import { endpoint } from '../endpoint.ts';
import { SECTIONS } from '../permissions.ts';
import { adminSearchQuery, adminSearchSchema } from './admin-search.schemas.ts';

export const searchAdmin = endpoint({
  method: 'GET',
  path: '/admin/search',
  access: { anyOf: SECTIONS },
  summary:
    "The best few records of each kind that belongs to the viewer's sections; of one kind alone for a form's picker.",
  limit: { by: 'account', points: 240, windowSeconds: 60 },
  query: adminSearchQuery,
  response: adminSearchSchema,
});
