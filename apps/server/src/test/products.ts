import { insertCategory } from '#features/products/products.queries.ts';
import {
  type CategoryText,
  composeProducts,
  insertProducts,
  type ProductText,
} from '#features/products/products.service.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';

/** @returns the new product's id */
export async function createProduct(db: Database, text: ProductText): Promise<number> {
  const composed = await composeProducts([text]);
  const [id] = await db.transaction((tx) => insertProducts(tx, composed));
  if (id === undefined) throw new Error('The database returned no id for an inserted product.');
  return id;
}

/** @returns the new category's id */
export async function createCategory(db: Db, text: CategoryText): Promise<number> {
  return insertCategory(db, { ...text, descriptionHtml: await renderMarkdown(text.description ?? '') });
}
