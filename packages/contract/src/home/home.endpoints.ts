import { endpoint } from '../endpoint.ts';
import { homeSchema } from './home.schemas.ts';

export const getHome = endpoint({
  method: 'GET',
  path: '/content/home',
  access: 'visitor',
  summary: 'What happens now: servers, the next event, what is new, who streams, an offer, and the gallery.',
  isCacheable: true,
  // Reports and samples change it every minute, without a notification.
  keptSeconds: 20,
  response: homeSchema,
});
