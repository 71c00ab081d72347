import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { productListSchema, storefrontSchema } from './products.schemas.ts';

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  access: 'visitor',
  summary: 'Products on sale in one storefront; ended sales are left out.',
  isCacheable: true,
  query: z.object({ storefront: z._default(storefrontSchema, 'shop') }),
  response: productListSchema,
});
