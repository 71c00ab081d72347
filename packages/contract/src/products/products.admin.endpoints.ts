import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  adminCategoryListSchema,
  adminCategorySchema,
  adminProductListSchema,
  adminProductSchema,
  categoryTextSchema,
  productTextSchema,
} from './products.admin.schemas.ts';
import { storefrontSchema } from './products.schemas.ts';

const access = { section: 'products' } as const;
const params = z.object({ id: idParam });

export const listAdminProducts = endpoint({
  method: 'GET',
  path: '/admin/products',
  access,
  summary: 'Products of both storefronts, hidden ones and ended sales too, searched by name or id.',
  query: z.object({
    ...listQuery(['position', 'name', 'price', 'updatedAt']),
    storefront: z.optional(storefrontSchema),
  }),
  response: adminProductListSchema,
});

export const getAdminProduct = endpoint({
  method: 'GET',
  path: '/admin/products/:id',
  access,
  summary: 'One product.',
  params,
  response: adminProductSchema,
});

export const createProduct = endpoint({
  method: 'POST',
  path: '/admin/products',
  access,
  summary: 'Put a product up.',
  body: productTextSchema,
  response: adminProductSchema,
});

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/admin/products/:id',
  access,
  summary: 'Change a product; orders keep what was bought as it was.',
  params,
  body: productTextSchema,
  response: adminProductSchema,
  conflict: adminProductSchema,
});

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/admin/products/:id',
  access,
  summary: 'Take a product out of the catalogue; orders keep what was bought.',
  params,
  response: 'empty',
});

export const listCategories = endpoint({
  method: 'GET',
  path: '/admin/product-categories',
  access,
  summary: 'Categories of products in their order.',
  response: adminCategoryListSchema,
});

export const createCategory = endpoint({
  method: 'POST',
  path: '/admin/product-categories',
  access,
  summary: 'Set up a category.',
  body: categoryTextSchema,
  response: adminCategorySchema,
});

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/admin/product-categories/:id',
  access,
  summary: 'Change a category.',
  params,
  body: categoryTextSchema,
  response: adminCategorySchema,
  conflict: adminCategorySchema,
});

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/admin/product-categories/:id',
  access,
  summary: 'Delete a category; its products are listed under the general one.',
  params,
  response: 'empty',
});
