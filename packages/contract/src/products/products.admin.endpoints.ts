import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { listQuery, PAGE_PARTS } from '../lists.ts';
import { euroQuery, idParam } from '../text.ts';
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
  summary: 'Products of both storefronts, including hidden ones and ended sales, searched by name or id.',
  query: z.object({
    ...listQuery(['position', 'name', 'price', 'updatedAt']),
    storefront: z.optional(storefrontSchema),
    /** Hidden ones are not in the shop; the sale of a listed one may have ended. */
    listing: z.optional(z.enum(['listed', 'hidden'])),
    /** Game server that a product can be delivered to. */
    server: z.optional(idParam),
    /** Of the price that is charged, in euro. */
    atLeast: z.optional(euroQuery),
    atMost: z.optional(euroQuery),
  }),
  response: adminProductListSchema,
});

export const exportProducts = endpoint({
  method: 'GET',
  path: '/admin/products/export',
  access,
  summary: 'Products as the list finds them with the same search and filters, as CSV. One export at a time.',
  query: z.omit(listAdminProducts.query, PAGE_PARTS),
  response: 'csv',
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
  summary: 'Create a product.',
  body: productTextSchema,
  response: adminProductSchema,
});

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/admin/products/:id',
  access,
  summary: 'Update a product; existing orders stay unchanged.',
  params,
  body: productTextSchema,
  response: adminProductSchema,
  conflict: adminProductSchema,
});

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/admin/products/:id',
  access,
  summary: 'Delete a product; existing orders stay unchanged.',
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

export const exportCategories = endpoint({
  method: 'GET',
  path: '/admin/product-categories/export',
  access,
  summary: 'Categories in the order of the shop, as CSV. One export at a time.',
  response: 'csv',
});

export const createCategory = endpoint({
  method: 'POST',
  path: '/admin/product-categories',
  access,
  summary: 'Create a category.',
  body: categoryTextSchema,
  response: adminCategorySchema,
});

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/admin/product-categories/:id',
  access,
  summary: 'Update a category.',
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
